// What all pages share: elements, the address, light and dark, keys. Names and
// instructions may be anything: they reach a page as text only.
const main = document.querySelector('main');

// ---- Elements ------------------------------------------------------------
function add(parent, tag, attributes = {}, ...children) {
  const svg = ['svg', 'rect', 'text', 'line', 'g', 'title', 'path'].includes(tag);
  const e = svg ? document.createElementNS('http://www.w3.org/2000/svg', tag) : document.createElement(tag);
  for (const [key, value] of Object.entries(attributes))
    if (key.startsWith('on')) e.addEventListener(key.slice(2), value);
    else if (value !== null && value !== undefined && value !== false) e.setAttribute(key, value);
  for (const child of children) if (child !== null && child !== undefined) e.append(child);
  if (parent) parent.append(e);
  return e;
}
const number = x => x === null || x === undefined ? '' : x.toFixed(2);

// A part of a sum as a bar behind its number.
function part(tr, value, sum, title) {
  const share = sum > 0 ? Math.round(100 * value / sum) : 0;
  add(tr, 'td', {class: 'part', title: value ? title : null,
    style: share ? `background:linear-gradient(to right,rgba(var(--heat),.45) ${share}%,transparent ${share}%)` : null},
    value ? number(value) : '');
}

// ---- What is shown stands in the address ---------------------------------
let state = {}; // Of the keys that the page's `defaults` have.
function readAddress() {
  state = {...defaults, ...Object.fromEntries(new URLSearchParams(location.hash.slice(1)))};
}
function address(change) {
  const all = {...state, ...change}, out = new URLSearchParams();
  for (const key in defaults) if (all[key] && all[key] !== defaults[key]) out.set(key, all[key]);
  return '#' + out;
}
function go(change, replace) {
  const to = address(change);
  if (replace) { history.replaceState(null, '', to); readAddress(); }
  else location.hash = to;
}

// ---- Lists ----------------------------------------------------------------
// Columns are [key, title, value, whether the largest stand first].
const rowsAtOnce = 200;
function sorted(list, columns, loops) {
  const column = columns.find(c => c[0] === state.sort);
  if (!column) return list;
  const sign = isDown(column) ? -1 : 1, value = column[2];
  return list.sort((a, b) => {
    const x = value(loops[a]), y = value(loops[b]);
    return x < y ? -sign : x > y ? sign : a - b;
  });
}
const isDown = ([, , , largestFirst]) => Boolean(largestFirst) !== Boolean(state.turned);
function sortButton(column) {
  const [key, title, , largestFirst] = column, isSorted = state.sort === key;
  const th = add(null, 'th', {'aria-sort': !isSorted ? 'none' : isDown(column) ? 'descending' : 'ascending',
                              class: largestFirst ? null : 'text'});
  add(th, 'button', {onclick: () => go({sort: key, turned: isSorted && !state.turned ? '1' : ''})},
      title + (isSorted ? (isDown(column) ? ' ▼' : ' ▲') : ''));
  return th;
}
// Puts the loops of a list into a table, of which a part is made at a time.
function listTable(box, list, columns, status, addRow) {
  box.replaceChildren();
  add(box, 'p', {class: 'dim', role: 'status'}, status);
  const t = add(add(box, 'div', {class: 'scroll'}), 'table');
  const head = add(add(t, 'thead'), 'tr');
  for (const c of columns) head.append(sortButton(c));
  const body = add(t, 'tbody');
  let shown = 0;
  const more = add(box, 'button', {onclick: () => next()}, '');
  function next() {
    for (const i of list.slice(shown, shown + rowsAtOnce)) addRow(add(body, 'tr'), i);
    shown = Math.min(list.length, shown + rowsAtOnce);
    more.hidden = shown === list.length;
    more.textContent = `show ${Math.min(rowsAtOnce, list.length - shown)} more`;
  }
  next();
}
function searchField(bar, placeholder, refill) {
  const search = add(bar, 'input', {type: 'search', id: 'search', placeholder, 'aria-label': 'search loops',
    oninput: e => { go({q: e.target.value}, true); refill(); }});
  search.value = state.q;
}
function hasWords(text) {
  const low = text.toLowerCase();
  return state.q.toLowerCase().split(/\s+/).every(w => low.includes(w));
}
// Buttons that pick the loops of one kind, with how many of them there are, the
// most frequent first.
function chips(bar, key, values, refill) {
  const counts = new Map();
  for (const v of values) counts.set(v, (counts.get(v) || 0) + 1);
  if (counts.size < 2) return;
  const buttons = [];
  const press = () => buttons.forEach(([v, b]) => b.setAttribute('aria-pressed', String(state[key] === v)));
  for (const [v, n] of [...counts].sort((a, b) => b[1] - a[1])) {
    const b = add(bar, 'button', {class: 'chip', onclick: () => { go({[key]: state[key] === v ? '' : v}, true); press(); refill(); }}, `${v} `);
    add(b, 'span', {class: 'dim'}, String(n));
    buttons.push([v, b]);
  }
  press();
}
// Links to the loops before and after this one, in the order of the list.
function loopBar(list, index, hasList) {
  const bar = add(main, 'nav', {class: 'bar'}), at = list.indexOf(index);
  if (hasList) add(bar, 'a', {href: address({loop: ''}), id: 'up'}, 'all loops');
  if (at > 0) add(bar, 'a', {href: address({loop: String(list[at - 1])}), id: 'previous'}, 'previous');
  if (at >= 0 && at + 1 < list.length) add(bar, 'a', {href: address({loop: String(list[at + 1])}), id: 'next'}, 'next');
}

// ---- Keys -----------------------------------------------------------------
addEventListener('keydown', e => {
  if (e.ctrlKey || e.metaKey || e.altKey || /INPUT|SELECT/.test(e.target.tagName)) return;
  const rows = [...document.querySelectorAll('#list td.name a')], step = {j: 1, ArrowDown: 1, k: -1, ArrowUp: -1}[e.key];
  if (rows.length && step) {
    e.preventDefault();
    const at = rows.indexOf(document.activeElement);
    rows[Math.max(0, Math.min(rows.length - 1, at + step))].focus();
    return;
  }
  const id = {j: 'next', k: 'previous', u: 'up', Escape: 'up', '/': 'search'}[e.key], target = id && document.getElementById(id);
  if (!target) return;
  e.preventDefault();
  if (id === 'search') target.focus(); else target.click();
});
