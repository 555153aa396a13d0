// The page of kernel-opt's HTML report, behind common.js.
const overview = JSON.parse(document.getElementById('overview').textContent);
const loops = overview.loops; // [name, function, cycles, next, limit, instructions, complete, copies, file, share of the time]
const [NAME, FUNCTION, CYCLES, NEXT, LIMIT, INSTS, COMPLETE, COPIES, FILE, SHARE] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
const hasShares = loops.some(l => l[SHARE]);
// In the order of the report where the user chose one, else by what counts.
const defaults = {loop: '', sort: overview.sorted ? 'file' : hasShares ? 'cost' : 'gain', turned: '', q: '', limit: '', file: '', zoom: '9'};

// ---- Overview ------------------------------------------------------------
function gain(l) { return l[NEXT] === null ? 0 : l[CYCLES] - l[NEXT]; }
const columns = [
  ...(hasShares ? [['cost', 'time', l => l[SHARE], true]] : []),
  ['cycles', 'cy/it', l => l[CYCLES], true],
  ['gain', 'next saves', gain, true],
  ['limit', 'limit', l => l[LIMIT], false],
  ['insts', 'instructions', l => l[INSTS], true],
  ...(loops.some(l => l[COPIES]) ? [['copies', 'places', l => l[COPIES], true]] : []),
  ['name', 'loop', l => l[NAME], false],
];
function chosen() {
  const out = [];
  loops.forEach((l, i) => {
    if (state.limit && l[LIMIT] !== state.limit || state.file && l[FILE] !== state.file) return;
    if (hasWords(l[NAME] + ' ' + l[FILE])) out.push(i);
  });
  return sorted(out, columns, loops);
}
function addRow(tr, i) {
  const l = loops[i];
  if (hasShares) add(tr, 'td', {}, l[SHARE] ? `${(100 * l[SHARE]).toFixed(1)} %` : '');
  add(tr, 'td', {}, number(l[CYCLES]) + (l[COMPLETE] ? '' : ' +'));
  add(tr, 'td', {}, gain(l) > 0 ? number(gain(l)) : '');
  add(tr, 'td', {class: 'text'}, l[LIMIT]);
  add(tr, 'td', {}, String(l[INSTS]));
  if (columns.some(c => c[0] === 'copies')) add(tr, 'td', {}, l[COPIES] ? String(l[COPIES] + 1) : '');
  add(add(tr, 'td', {class: 'name'}), 'a', {href: address({loop: String(i)})}, l[NAME]);
}
function fillList() {
  const list = chosen();
  listTable(document.getElementById('list'), list, columns, `${list.length} of ${loops.length} loops` +
      (loops.some(l => !l[COMPLETE]) ? '; + marks incomplete figures, the true one may be higher' : ''), addRow);
}
function showOverview() {
  document.title = 'Kernel Bounds';
  main.replaceChildren();
  for (const note of overview.notes) add(main, 'p', {class: 'note dim'}, note);
  const bar = add(main, 'div', {class: 'bar'});
  searchField(bar, 'function or file', fillList);
  const files = [...new Set(loops.map(l => l[FILE]))].sort();
  if (files.length > 1) {
    const select = add(bar, 'select', {'aria-label': 'file', onchange: e => { go({file: e.target.value}, true); fillList(); }});
    add(select, 'option', {value: ''}, 'any file');
    for (const value of files) add(select, 'option', {value, selected: value === state.file}, value);
  }
  chips(bar, 'limit', loops.map(l => l[LIMIT]), fillList);
  add(main, 'div', {id: 'list'});
  add(main, 'p', {class: 'dim'}, 'Keys: / searches, j and k or the arrows go through the loops, Enter opens one, u comes back.');
  fillList();
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
// Arrows from the instruction that makes a value to those that need it. Each
// keeps to a lane that is free between its ends; long ones go outside.
const [FROM, TO, CYCLESLATER, TRIPS, KIND, INCHAIN] = [0, 1, 2, 3, 4, 5];
const maxLanes = 9, laneWidth = 11, maxFaint = 80;
function lanesOf(deps) {
  const lanes = [], out = new Map();
  const span = a => Math.abs(a[FROM] - a[TO]);
  for (const a of [...deps].sort((x, y) => y[INCHAIN] - x[INCHAIN] || span(x) - span(y))) {
    const low = Math.min(a[FROM], a[TO]), high = Math.max(a[FROM], a[TO]);
    let lane = lanes.findIndex(l => l.every(([from, to]) => high < from || low > to));
    if (lane < 0) lane = Math.min(lanes.length, maxLanes - 1);
    (lanes[lane] = lanes[lane] || []).push([low, high]);
    out.set(a, lane);
  }
  return out;
}
function arrowText(d, a) {
  const later = a[TRIPS] === 0 ? '' : a[TRIPS] === 1 ? ', one iteration later' : `, ${a[TRIPS]} iterations later`;
  const through = ['', ' through memory', ' through memory if the accesses overlap'][a[KIND]];
  return `${d.insts[a[FROM]].t} → ${d.insts[a[TO]].t}: ${a[CYCLESLATER]} ${a[CYCLESLATER] === 1 ? 'cycle' : 'cycles'}${through}${later}`;
}
function drawArrows(cell, rows, d) {
  const deps = d.deps, lanes = lanesOf(deps), width = laneWidth * (Math.max(0, ...lanes.values()) + 1) + 22;
  const top = rows[0].offsetTop, height = rows[rows.length - 1].offsetTop + rows[rows.length - 1].offsetHeight - top;
  const svg = add(null, 'svg', {width, height, role: 'img', 'aria-label': `${deps.length} dependences between the instructions`,
                                class: deps.length > maxFaint ? 'many' : null});
  const middle = i => rows[i].offsetTop - top + rows[i].offsetHeight / 2;
  const drawn = [...deps].sort((x, y) => x[INCHAIN] - y[INCHAIN]).map(a => {
    const x = width - 10 - laneWidth * (lanes.get(a) + 1) + laneWidth / 2, end = width - 4;
    const apart = a[FROM] === a[TO] ? 7 : 3, y1 = middle(a[FROM]) + apart, y2 = middle(a[TO]) - apart;
    const g = add(svg, 'g', {class: 'dep' + (a[INCHAIN] ? ' chain' : '') + (a[TRIPS] ? ' later' : '') + (a[KIND] === 2 ? ' may' : '')});
    add(g, 'title', {}, arrowText(d, a));
    add(g, 'path', {class: 'wide', d: `M${end} ${y1}H${x}V${y2}H${end}`});
    add(g, 'path', {d: `M${end} ${y1}H${x}V${y2}H${end}`});
    add(g, 'path', {class: 'head', d: `M${end + 3} ${y2}l-5 -3v6z`});
    add(g, 'text', {x, y: (y1 + y2) / 2 + 4, 'text-anchor': 'middle'}, String(a[CYCLESLATER]));
    return [a, g];
  });
  cell.style.minWidth = cell.style.width = width + 'px';
  cell.replaceChildren(svg);
  return drawn;
}
function code(parent, d) {
  add(parent, 'h3', {}, 'Source and assembly');
  const hasSource = d.insts.some(i => i.src), hasWaits = d.insts.some(i => i.w);
  const hasArrows = d.deps && d.deps.length > 0;
  const limit = (d.bounds.find(b => b[3]) || [''])[0], weights = limit && d.weights || null;
  const all = weights ? weights.reduce((a, b) => a + b, 0) : 0;
  const ofLine = new Map();
  if (weights) d.insts.forEach((i, n) => ofLine.set(i.src, (ofLine.get(i.src) || 0) + weights[n]));
  const t = add(add(parent, 'div', {class: 'scroll'}), 'table', {class: 'code'});
  const head = add(add(t, 'thead'), 'tr');
  if (hasSource) add(head, 'th', {class: 'text'}, 'source');
  if (hasSource && weights) add(head, 'th', {title: `what the instructions of the line add to ${limit}`}, 'line’s part');
  if (hasArrows) add(head, 'th', {'aria-label': 'dependences'});
  add(head, 'th', {class: 'text'}, 'instruction');
  if (weights) add(head, 'th', {title: `what it adds to ${limit}, which limits the loop`}, 'part of ' + limit);
  add(head, 'th', {}, hasSource ? 'at' : 'line');
  if (limit !== 'LCD' || !weights) add(head, 'th', {title: 'cycles that it adds to the loop-carried chain'}, 'LCD');
  add(head, 'th', {title: 'cycles that it adds to the longest path'}, 'CP');
  if (hasWaits) {
    add(head, 'th', {title: 'mean cycles for which it waits for operands'}, 'operand wait');
    add(head, 'th', {title: 'mean cycles for which it waits for a port'}, 'port wait');
  }
  for (const p of d.ports) add(head, 'th', {}, p);
  add(head, 'th', {}, 'slots');
  const body = add(t, 'tbody'), rows = [];
  let drawn = [];
  const point = (n, on) => () => {
    if (d.insts[n].lcd) body.querySelectorAll('tr.chain').forEach(r => r.classList.toggle('lit', on));
    for (const [a, g] of drawn) {
      if (a[FROM] !== n && a[TO] !== n) continue;
      g.classList.toggle('on', on);
      rows[a[FROM]].classList.toggle('linked', on && a[FROM] !== n);
      rows[a[TO]].classList.toggle('linked', on && a[TO] !== n);
    }
  };
  const heat = (cycles, most) => cycles ? `background:rgba(var(--heat),${(0.12 + 0.6 * Math.min(1, cycles / most)).toFixed(2)})` : null;
  const most = Math.max(...d.totals, 1e-9);
  const seen = new Set();
  let before = null, lane = null;
  d.insts.forEach((i, n) => {
    const tr = add(body, 'tr', {class: i.lcd ? 'chain' : null, onmouseenter: point(n, true), onmouseleave: point(n, false)});
    rows.push(tr);
    if (hasSource) {
      const line = i.src && i.src !== before ? i.src.replace(/^(\d+:)\s*/, '$1 ') : '';
      add(tr, 'td', {class: 'code src', title: line || null}, line);
      if (weights) part(tr, i.src && !seen.has(i.src) ? ofLine.get(i.src) : 0, all, `what line ${i.src} adds to ${limit}`);
      if (i.src) seen.add(before = i.src);
    }
    if (hasArrows && n === 0) lane = add(tr, 'td', {class: 'lane', rowspan: d.insts.length});
    add(tr, 'td', {class: 'code inst'}, i.t);
    if (weights) part(tr, weights[n], all, `${number(weights[n])} of ${number(all)}`);
    add(tr, 'td', {}, i.at);
    if (limit !== 'LCD' || !weights) add(tr, 'td', {}, i.lcd ? String(i.lcd[0]) : '');
    add(tr, 'td', {}, i.cp ? String(i.cp[0]) : '');
    if (hasWaits) {
      add(tr, 'td', {}, i.w && i.w[0] ? number(i.w[0]) : '');
      add(tr, 'td', {}, i.w && i.w[1] ? number(i.w[1]) : '');
    }
    i.p.forEach(c => add(tr, 'td', {style: heat(c, most)}, c ? number(c) : ''));
    add(tr, 'td', {}, i.slots ? String(i.slots) : '');
  });
  const total = add(add(t, 'tfoot'), 'tr'), columns = head.children.length - d.ports.length - 1;
  add(total, 'th', {colspan: columns, class: 'text'}, 'total');
  d.totals.forEach(c => add(total, 'th', {}, number(c)));
  add(total, 'th', {}, String(d.slots));
  if (lane) drawn = drawArrows(lane, rows, d);
  const says = [];
  if (d.insts.some(i => i.lcd)) says.push('Coloured instructions make up the loop-carried chain.');
  if (lane) says.push('Arrows lead from an instruction to those that need its result, dashed ones into a later iteration; ' +
    (d.deps.length > maxFaint ? 'those of the chain are always shown, others' : 'figures are cycles of latency. Those of an instruction stand out') +
    ' when you point at it.');
  if (says.length) add(parent, 'p', {class: 'dim'}, says.join(' '));
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
  const list = chosen();
  loopBar(list, index, loops.length !== 1);
  if (!element) { add(main, 'p', {class: 'warn'}, 'There is no such loop in this report.'); return; }
  const d = JSON.parse(element.textContent);
  document.title = d.name + ' - Kernel Bounds';
  add(main, 'h2', {}, d.name);
  const line = add(main, 'p', {class: 'headline'});
  const [first, ...rest] = d.headline.split(' cy/it');
  add(line, 'b', {}, first + ' cy/it');
  line.append(rest.join(' cy/it'));
  if (d.gaps) add(main, 'p', {class: 'note warn'}, `incomplete: ${d.gaps}; the true figure may be higher`);
  for (const note of d.notes) add(main, 'p', {class: note.startsWith('next: ') ? 'note advice' : 'note'}, note);
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
addEventListener('hashchange', show);
show();
document.body.dataset.ready = String(loops.length);
