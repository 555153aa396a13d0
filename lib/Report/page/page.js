// The page of kernel-opt's HTML report. What a loop is called and how its
// instructions read may be anything: it reaches the page as text only.
'use strict';
(() => {
const overview = JSON.parse(document.getElementById('overview').textContent);
const loops = overview.loops; // [name, function, cycles, next, limit, instructions, complete, copies, file]
const [NAME, FUNCTION, CYCLES, NEXT, LIMIT, INSTS, COMPLETE, COPIES, FILE] = [0, 1, 2, 3, 4, 5, 6, 7, 8];
const main = document.querySelector('main');
const rowsAtOnce = 200;

// ---- Elements ------------------------------------------------------------
function add(parent, tag, attributes = {}, ...children) {
  const svg = ['svg', 'rect', 'text', 'line', 'g', 'title'].includes(tag);
  const e = svg ? document.createElementNS('http://www.w3.org/2000/svg', tag) : document.createElement(tag);
  for (const [key, value] of Object.entries(attributes))
    if (key.startsWith('on')) e.addEventListener(key.slice(2), value);
    else if (value !== null && value !== undefined && value !== false) e.setAttribute(key, value);
  for (const child of children) if (child !== null && child !== undefined) e.append(child);
  if (parent) parent.append(e);
  return e;
}
const number = x => x === null || x === undefined ? '' : x.toFixed(2);

// ---- What is shown stands in the address ---------------------------------
const defaults = {loop: '', sort: 'file', down: '', q: '', limit: '', file: '', zoom: '9'};
let state = {...defaults};
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

// ---- Overview ------------------------------------------------------------
function gain(l) { return l[NEXT] === null ? 0 : l[CYCLES] - l[NEXT]; }
const columns = [
  ['cycles', 'cy/it', l => l[CYCLES], true],
  ['gain', 'next saves', gain, true],
  ['limit', 'limit', l => l[LIMIT], false],
  ['insts', 'instructions', l => l[INSTS], true],
  ...(loops.some(l => l[COPIES]) ? [['copies', 'places', l => l[COPIES], true]] : []),
  ['name', 'loop', l => l[NAME], false],
];
function chosen() {
  const words = state.q.toLowerCase().split(/\s+/).filter(w => w);
  const out = [];
  loops.forEach((l, i) => {
    if (state.limit && l[LIMIT] !== state.limit || state.file && l[FILE] !== state.file) return;
    const name = (l[NAME] + ' ' + l[FILE]).toLowerCase();
    if (words.every(w => name.includes(w))) out.push(i);
  });
  const column = columns.find(c => c[0] === state.sort);
  if (!column) return out;
  const sign = state.down ? -1 : 1, value = column[2];
  return out.sort((a, b) => {
    const x = value(loops[a]), y = value(loops[b]);
    return x < y ? -sign : x > y ? sign : a - b;
  });
}
function sortButton(column) {
  const [key, title, , largestFirst] = column, isSorted = state.sort === key;
  const th = add(null, 'th', {'aria-sort': !isSorted ? 'none' : state.down ? 'descending' : 'ascending',
                              class: key === 'name' || key === 'limit' ? 'text' : null});
  add(th, 'button', {onclick: () => go({sort: key, down: isSorted ? (state.down ? '' : '1') : largestFirst ? '1' : ''})},
      title + (isSorted ? (state.down ? ' ▼' : ' ▲') : ''));
  return th;
}
function fillRows(body, list, from) {
  for (const i of list.slice(from, from + rowsAtOnce)) {
    const l = loops[i], tr = add(body, 'tr');
    add(tr, 'td', {}, number(l[CYCLES]) + (l[COMPLETE] ? '' : ' +'));
    add(tr, 'td', {}, gain(l) > 0 ? number(gain(l)) : '');
    add(tr, 'td', {class: 'text'}, l[LIMIT]);
    add(tr, 'td', {}, String(l[INSTS]));
    if (columns.some(c => c[0] === 'copies')) add(tr, 'td', {}, l[COPIES] ? String(l[COPIES] + 1) : '');
    add(add(tr, 'td', {class: 'name'}), 'a', {href: address({loop: String(i)})}, l[NAME]);
  }
}
function table() {
  const list = chosen(), box = document.getElementById('list');
  box.replaceChildren();
  add(box, 'p', {class: 'dim', role: 'status'}, `${list.length} of ${loops.length} loops` +
      (loops.some(l => !l[COMPLETE]) ? '; + marks incomplete figures, the true one may be higher' : ''));
  const t = add(add(box, 'div', {class: 'scroll'}), 'table');
  const head = add(add(t, 'thead'), 'tr');
  for (const c of columns) head.append(sortButton(c));
  const body = add(t, 'tbody');
  let shown = 0;
  const more = add(box, 'button', {onclick: () => next()}, '');
  function next() {
    fillRows(body, list, shown);
    shown = Math.min(list.length, shown + rowsAtOnce);
    more.hidden = shown === list.length;
    more.textContent = `show ${Math.min(rowsAtOnce, list.length - shown)} more`;
  }
  next();
}
function showOverview() {
  document.title = 'Kernel Bounds';
  main.replaceChildren();
  for (const note of overview.notes) add(main, 'p', {class: 'note dim'}, note);
  const bar = add(main, 'div', {class: 'bar'});
  const search = add(bar, 'input', {type: 'search', id: 'search', placeholder: 'function or file', 'aria-label': 'search loops',
    oninput: e => { go({q: e.target.value}, true); table(); }});
  search.value = state.q;
  const choice = (key, column, title, any) => {
    const values = [...new Set(loops.map(l => l[column]))].sort();
    if (values.length < 2) return;
    const select = add(bar, 'select', {'aria-label': title, onchange: e => { go({[key]: e.target.value}, true); table(); }});
    add(select, 'option', {value: ''}, any);
    for (const value of values) add(select, 'option', {value, selected: value === state[key]}, value);
  };
  choice('limit', LIMIT, 'limit', 'any limit');
  choice('file', FILE, 'file', 'any file');
  add(main, 'div', {id: 'list'});
  add(main, 'p', {class: 'dim'}, 'Keys: / searches, j and k or the arrows go through the loops, Enter opens one, u comes back.');
  table();
}

// ---- One loop ------------------------------------------------------------
function ladder(parent, d) {
  add(parent, 'h3', {}, 'Bounds, in cycles per assembly iteration');
  const box = add(parent, 'div', {class: 'ladder'});
  const most = Math.max(d.upper, d.cycles, 1e-9);
  const rung = (label, cycles, why, isLimit) => {
    add(box, 'span', {}, label);
    const track = add(box, 'span', {class: 'track' + (isLimit ? ' limit' : '')});
    add(track, 'span', {class: 'fill', style: `width:${100 * cycles / most}%`});
    add(track, 'span', {class: 'mark', style: `left:calc(${100 * d.cycles / most}% - 1px)`, title: `prediction ${number(d.cycles)}`});
    add(box, 'span', {class: 'value'}, number(cycles));
    add(box, 'span', {class: 'why'}, why + (isLimit ? ' (limit)' : ''));
  };
  for (const b of d.bounds) rung(b[0], b[1], b[2], b[3]);
  rung('CP', d.cp, 'longest path through one iteration');
  if (d.simulated !== null) rung('simulated', d.simulated, d.basis);
}
function code(parent, d) {
  add(parent, 'h3', {}, 'Source and assembly');
  const hasSource = d.insts.some(i => i.src), hasWaits = d.insts.some(i => i.w);
  const t = add(add(parent, 'div', {class: 'scroll'}), 'table');
  const head = add(add(t, 'thead'), 'tr');
  if (hasSource) add(head, 'th', {class: 'text'}, 'source');
  add(head, 'th', {class: 'text'}, 'instruction');
  add(head, 'th', {}, 'line');
  add(head, 'th', {title: 'cycles that it adds to the loop-carried chain'}, 'LCD');
  add(head, 'th', {title: 'cycles that it adds to the longest path'}, 'CP');
  if (hasWaits) {
    add(head, 'th', {title: 'mean cycles for which it waits for operands'}, 'waits');
    add(head, 'th', {title: 'mean cycles for which it waits for a port'}, 'port');
  }
  for (const p of d.ports) add(head, 'th', {}, p);
  add(head, 'th', {}, 'slots');
  const body = add(t, 'tbody');
  const light = on => e => body.querySelectorAll('tr.chain').forEach(r => r.classList.toggle('lit', on));
  const heat = (cycles, most) => cycles ? `background:rgba(var(--heat),${(0.12 + 0.6 * Math.min(1, cycles / most)).toFixed(2)})` : null;
  const most = Math.max(...d.totals, 1e-9);
  let before = null;
  for (const i of d.insts) {
    const tr = add(body, 'tr', i.lcd ? {class: 'chain', onmouseenter: light(true), onmouseleave: light(false)} : {});
    if (hasSource) {
      add(tr, 'td', {class: 'code'}, i.src && i.src !== before ? i.src : '');
      before = i.src;
    }
    add(tr, 'td', {class: 'code inst'}, i.t);
    add(tr, 'td', {}, i.at);
    add(tr, 'td', {}, i.lcd ? String(i.lcd[0]) : '');
    add(tr, 'td', {}, i.cp ? String(i.cp[0]) : '');
    if (hasWaits) {
      add(tr, 'td', {}, i.w && i.w[0] ? number(i.w[0]) : '');
      add(tr, 'td', {}, i.w && i.w[1] ? number(i.w[1]) : '');
    }
    i.p.forEach(c => add(tr, 'td', {style: heat(c, most)}, c ? number(c) : ''));
    add(tr, 'td', {}, i.slots ? String(i.slots) : '');
  }
  const total = add(add(t, 'tfoot'), 'tr');
  add(total, 'th', {colspan: (hasSource ? 1 : 0) + 4 + (hasWaits ? 2 : 0), class: 'text'}, 'total');
  d.totals.forEach(c => add(total, 'th', {}, number(c)));
  add(total, 'th', {}, String(d.slots));
  if (d.insts.some(i => i.lcd))
    add(parent, 'p', {class: 'dim'}, 'Coloured instructions make up the loop-carried chain; point at one to see all of it.');
}
function sensitivity(parent, d) {
  if (!d.sensitivity) return;
  const s = d.sensitivity;
  add(parent, 'h3', {}, `Sensitivity: what the loop takes if one resource is ${s.factor} as fast`);
  const box = add(parent, 'div', {class: 'bars'});
  const bar = (name, cycles, helps) => {
    add(box, 'span', {}, name);
    const track = add(box, 'span', {class: 'track', title: `${number(cycles)} instead of ${number(s.base)} cy/it`});
    add(track, 'span', {class: 'fill' + (helps ? ' limit' : ''), style: `width:${s.base ? 100 * cycles / s.base : 0}%`});
    add(box, 'span', {}, `${number(cycles)} cy/it, ${s.base && cycles ? (s.base / cycles).toFixed(2) : '1.00'}x`);
  };
  const useful = s.single.filter(x => x[2]), useless = s.single.filter(x => !x[2]);
  for (const x of useful.sort((a, b) => a[1] - b[1])) bar(...x);
  if (s.together) bar(s.together[0], s.together[1], true);
  if (useless.length) add(parent, 'p', {class: 'dim'}, 'No effect alone: ' + useless.map(x => x[0]).join(', ') + '.');
}
const phases = [['wait', 'is renamed'], ['operands', 'waits for operands'], ['port', 'waits for a port'],
                ['run', 'executes'], ['done', 'waits to retire']];
function timeline(parent, d) {
  if (!d.timeline.length) return;
  add(parent, 'h3', {}, 'Timeline of the first iterations');
  const bar = add(parent, 'div', {class: 'bar'});
  for (const [kind, text] of phases) {
    const key = add(bar, 'span', {class: 'key'});
    add(add(key, 'svg', {'aria-hidden': 'true'}), 'rect', {class: kind, width: 12, height: 12});
    key.append(text);
  }
  const box = add(parent, 'div', {class: 'scroll'});
  const draw = () => {
    const w = Number(state.zoom) || 9, h = 14, end = Math.max(...d.timeline.map(e => e[6])) + 1;
    const height = (d.timeline.length + 1) * h + 4;
    const svg = add(null, 'svg', {width: end * w + 420, height, role: 'img', 'aria-label': 'timeline of the micro-ops'});
    const step = w >= 6 ? 10 : 50;
    for (let t = 0; t < end; t += step) {
      add(svg, 'line', {class: 'grid', x1: t * w, x2: t * w, y1: 0, y2: height});
      add(svg, 'text', {x: t * w + 2, y: 10}, String(t));
    }
    d.timeline.forEach(([inst, iteration, renamed, ready, started, executed, retired, where], row) => {
      const g = add(svg, 'g'), y = (row + 1) * h, text = d.insts[inst].t;
      add(g, 'title', {}, `${text} [${where}] iteration ${iteration}: renamed ${renamed}, ready ${ready}, started ${started}, executed ${executed}, retired ${retired}`);
      const part = (kind, from, to) => {
        if (from < to) add(g, 'rect', {class: kind, x: from * w, y: y + 2, width: (to - from) * w, height: h - 4});
      };
      part('wait', renamed, renamed + 1);
      part('operands', renamed + 1, ready);
      part('port', ready, started);
      part('run', started, executed);
      part('done', executed, retired);
      add(g, 'text', {x: retired * w + 4, y: y + h - 4}, `${iteration}: ${text}`);
    });
    box.replaceChildren(svg);
  };
  const zoom = add(bar, 'input', {type: 'range', min: 1, max: 24, 'aria-label': 'width of a cycle in the timeline',
    oninput: e => { go({zoom: e.target.value}, true); draw(); }});
  zoom.value = state.zoom;
  draw();
  if (d.cut) add(parent, 'p', {class: 'dim'}, d.cut);
}
function showLoop(index) {
  const element = document.getElementById('loop' + index);
  main.replaceChildren();
  const bar = add(main, 'nav', {class: 'bar'});
  if (loops.length !== 1) add(bar, 'a', {href: address({loop: ''}), id: 'up'}, 'all loops');
  if (!element) { add(main, 'p', {class: 'warn'}, 'There is no such loop in this report.'); return; }
  const d = JSON.parse(element.textContent), list = chosen(), at = list.indexOf(index);
  if (at > 0) add(bar, 'a', {href: address({loop: String(list[at - 1])}), id: 'previous'}, 'previous');
  if (at >= 0 && at + 1 < list.length) add(bar, 'a', {href: address({loop: String(list[at + 1])}), id: 'next'}, 'next');
  document.title = d.name + ' - Kernel Bounds';
  add(main, 'h2', {}, d.name);
  const line = add(main, 'p', {class: 'headline'});
  const [first, ...rest] = d.headline.split(' cy/it');
  add(line, 'b', {}, first + ' cy/it');
  line.append(rest.join(' cy/it'));
  if (d.gaps) add(main, 'p', {class: 'note warn'}, `incomplete: ${d.gaps}; the true figure may be higher`);
  for (const note of d.notes) add(main, 'p', {class: 'note'}, note);
  if (d.copies) {
    const box = add(main, 'details');
    add(box, 'summary', {}, `the same code in ${d.copies.length} more ${d.copies.length === 1 ? 'place' : 'places'}`);
    for (const name of d.copies) add(box, 'p', {class: 'note'}, name);
  }
  ladder(main, d);
  code(main, d);
  sensitivity(main, d);
  timeline(main, d);
  add(main, 'p', {class: 'dim'}, `cpu: ${d.cpu}; model: ${d.model}; ${d.values}`);
}

// ---- The page ------------------------------------------------------------
function show() {
  readAddress();
  if (state.loop !== '') showLoop(Number(state.loop));
  else if (loops.length === 1) showLoop(0);
  else showOverview();
  scrollTo(0, 0);
}
function setTheme(theme) {
  document.documentElement.dataset.theme = theme;
  try { localStorage.setItem('kernel-bounds-theme', theme); } catch (e) { /* Files have no storage in some browsers. */ }
}
let theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
try { theme = localStorage.getItem('kernel-bounds-theme') || theme; } catch (e) { /* The same. */ }
document.documentElement.dataset.theme = theme;
document.getElementById('theme').addEventListener('click', () =>
  setTheme(document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark'));
addEventListener('hashchange', show);
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
show();
document.body.dataset.ready = String(loops.length);
})();
