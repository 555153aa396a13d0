// The page of kernel-opt diff, behind common.js.
const overview = JSON.parse(document.getElementById('overview').textContent);
const loops = overview.loops; // [fate, name, old, new, tenths of a percent, why, share of the time]
const [FATE, NAME, OLD, NEW, CHANGE, WHY, SHARE] = [0, 1, 2, 3, 4, 5, 6];
const defaults = {loop: '', sort: 'file', turned: '', q: '', fate: ''};
const largest = Math.max(1, ...loops.map(l => Math.abs(l[CHANGE] || 0)));

// ---- Overview ------------------------------------------------------------
const percent = x => x === null ? '' : `${x < 0 ? '−' : '+'}${(Math.abs(x) / 10).toFixed(1)} %`;
const columns = [
  ['change', 'change', l => l[CHANGE] === null ? -Infinity : l[CHANGE], true],
  ['old', 'old cy/it', l => l[OLD] === null ? -1 : l[OLD], true],
  ['new', 'new cy/it', l => l[NEW] === null ? -1 : l[NEW], true],
  ...(overview.run ? [['share', 'of the time', l => l[SHARE], true]] : []),
  ['fate', 'is now', l => l[FATE], false],
  ['name', 'loop', l => l[NAME], false],
];
function chosen() {
  const out = [];
  loops.forEach((l, i) => {
    if ((!state.fate || l[FATE] === state.fate) && hasWords(l[NAME])) out.push(i);
  });
  return sorted(out, columns, loops);
}
// Above and below what was, on a scale of logarithms: 2x and 1/2x are as long.
function changeBar(cell, l) {
  if (l[CHANGE] === null || !l[OLD] || !l[NEW]) return;
  const log = Math.max(-1, Math.min(1, Math.log2(l[NEW] / l[OLD]) / 3));
  const track = add(cell, 'span', {class: 'change'});
  add(track, 'span', {class: log > 0 ? 'slower' : 'faster', style: `width:${(50 * Math.abs(log)).toFixed(1)}%`});
}
function addRow(tr, i) {
  const l = loops[i], change = add(tr, 'td', {class: 'changed'});
  changeBar(change, l);
  change.append(percent(l[CHANGE]));
  add(tr, 'td', {}, number(l[OLD]));
  add(tr, 'td', {}, number(l[NEW]));
  if (overview.run) add(tr, 'td', {}, l[SHARE] ? `${(100 * l[SHARE]).toFixed(1)} %` : '');
  add(tr, 'td', {class: 'text fate-' + l[FATE]}, l[FATE]);
  const name = add(tr, 'td', {class: 'name'});
  add(name, 'a', {href: address({loop: String(i)})}, l[NAME]);
  if (l[WHY]) add(name, 'div', {class: 'dim'}, l[WHY]);
}
function fillList() {
  const list = chosen();
  listTable(document.getElementById('list'), list, columns, `${list.length} of ${loops.length} loops`, addRow);
}
function titles() {
  const box = add(main, 'p', {class: 'note'});
  add(box, 'b', {}, 'old: ');
  box.append(overview.old);
  add(box, 'br');
  add(box, 'b', {}, 'new: ');
  box.append(overview.new);
}
function showOverview() {
  document.title = `${overview.summary} - Kernel Bounds`;
  main.replaceChildren();
  titles();
  add(main, 'p', {class: 'headline'}, overview.summary);
  if (overview.run) add(main, 'p', {class: 'note'}, overview.run);
  if (overview.gate) add(main, 'p', {class: overview.failed ? 'note warn' : 'note'}, overview.gate);
  if (!loops.length) return;
  const bar = add(main, 'div', {class: 'bar'});
  searchField(bar, 'function or place', fillList);
  chips(bar, 'fate', loops.map(l => l[FATE]), fillList);
  add(main, 'div', {id: 'list'});
  add(main, 'p', {class: 'dim'}, 'Keys: / searches, j and k or the arrows go through the loops, Enter opens one, u comes back.');
  fillList();
}

// ---- One loop ------------------------------------------------------------
function sides(d) {
  const t = add(add(main, 'div', {class: 'scroll'}), 'table');
  const head = add(add(t, 'thead'), 'tr'), body = add(t, 'tbody');
  for (const title of ['', 'loop', 'cy/it', 'instructions', 'verdict']) add(head, 'th', {class: title === 'loop' || title === 'verdict' ? 'text' : null}, title);
  for (const side of ['old', 'new']) {
    const v = d[side];
    if (!v) continue;
    const tr = add(body, 'tr');
    add(tr, 'th', {class: 'text'}, side);
    add(tr, 'td', {class: 'name'}, v.name);
    add(tr, 'td', {}, number(v.cycles));
    add(tr, 'td', {}, String(v.instructions));
    add(tr, 'td', {class: 'name'}, v.verdict + (v.cases ? `; ${v.cases}` : '') + (v.gaps ? `; incomplete: ${v.gaps}` : ''));
  }
}
function bounds(d) {
  if (!d.bounds.length) return;
  add(main, 'h3', {}, 'Bounds, in cycles for the same work');
  const box = add(main, 'div', {class: 'ladder'});
  const most = Math.max(...d.bounds.flatMap(b => [b[1], b[2]]), 1e-9);
  for (const [label, before, after, limitedOld, limitedNew, oldWhy, newWhy] of d.bounds) {
    add(box, 'span', {class: 'rung'}, label);
    const tracks = add(box, 'span', {class: 'pair rung'});
    for (const [cycles, isLimit, side] of [[before, limitedOld, 'old'], [after, limitedNew, 'new']]) {
      const track = add(tracks, 'span', {class: 'track' + (isLimit ? ' limit' : ''), title: `${side}: ${number(cycles)}`});
      add(track, 'span', {class: 'fill', style: `width:${100 * cycles / most}%`});
    }
    add(box, 'span', {class: 'value rung'}, `${number(before)} → ${number(after)}`);
    const limits = limitedOld && limitedNew ? ' (limit of both)' : limitedOld ? ' (limit of the old one)' : limitedNew ? ' (limit of the new one)' : '';
    add(box, 'span', {class: 'why rung'}, (oldWhy === newWhy ? newWhy : [oldWhy, newWhy].filter(w => w).join(' → ')) + limits);
  }
  add(main, 'p', {class: 'dim'}, 'The upper bar of each pair is the old version, the lower one the new; orange ones limit.');
}
function instructions(d) {
  if (!d.insts || !d.insts.length) return;
  add(main, 'h3', {}, 'Instructions side by side');
  const t = add(add(main, 'div', {class: 'scroll'}), 'table');
  const head = add(add(t, 'thead'), 'tr'), body = add(t, 'tbody'), hasWeights = d.insts.some(i => i[1] || i[3]);
  const columns = hasWeights ? [d.unit, 'old', '', d.unit, 'new'] : ['old', '', 'new'];
  for (const title of columns) add(head, 'th', {class: 'text'}, title);
  const most = Math.max(...d.insts.flatMap(i => [i[1], i[3]]), 1e-9);
  for (const [before, beforeWeight, after, afterWeight] of d.insts) {
    const isOld = before !== null, isNew = after !== null;
    const tr = add(body, 'tr', {class: isOld && isNew ? null : isOld ? 'removed' : 'added'});
    if (hasWeights) part(tr, beforeWeight, most);
    add(tr, 'td', {class: 'code'}, isOld ? before : '');
    add(tr, 'td', {class: 'text'}, isOld && isNew ? '' : isOld ? '−' : '+');
    if (hasWeights) part(tr, afterWeight, most);
    add(tr, 'td', {class: 'code'}, isNew ? after : '');
  }
}
function showLoop(index) {
  const element = document.getElementById('loop' + index);
  main.replaceChildren();
  loopBar(chosen(), index, true);
  if (!element) { add(main, 'p', {class: 'warn'}, 'There is no such loop in this report.'); return; }
  const d = JSON.parse(element.textContent), l = loops[index];
  document.title = l[NAME] + ' - Kernel Bounds';
  add(main, 'h2', {}, l[NAME]);
  const line = add(main, 'p', {class: 'headline'});
  add(line, 'b', {class: 'fate-' + l[FATE]}, l[FATE]);
  line.append(`: ${d.headline.startsWith(l[NAME] + ': ') ? d.headline.slice(l[NAME].length + 2) : d.headline}`);
  if (d.why) add(main, 'p', {class: 'note'}, `why: ${d.why}`);
  if (d.next) add(main, 'p', {class: 'note advice'}, `next: ${d.next}`);
  for (const note of d.notes) add(main, 'p', {class: 'note dim'}, note);
  sides(d);
  bounds(d);
  instructions(d);
}

// ---- The page ------------------------------------------------------------
function show() {
  readAddress();
  if (state.loop !== '') showLoop(Number(state.loop));
  else showOverview();
  scrollTo(0, 0);
}
addEventListener('hashchange', show);
show();
document.body.dataset.ready = String(loops.length);
