// The page of an evaluation: plots and the table of loops. `data` is set by the
// page: {predictors: [{name, bound}], loops: [{k, v, c, t, m, l, y, s, p, r}]}.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"use strict";
const colors = ["#1f6fb4", "#d2691e", "#2e8b57", "#8b3a8b", "#b8860b", "#555555", "#c0392b"];
const byId = (id) => document.getElementById(id);
const errorOf = (loop, p) => loop.p[p] === null ? null : loop.p[p] / loop.y - 1;

function wantedLoops() {
  const wanted = byId("group").value;
  return data.loops.filter((l) => wanted === "all" || wanted === "compiler " + l.c ||
    wanted === (l.m ? "carried through memory" : "not through memory") ||
    l.t.some((tag) => wanted === "tag " + tag));
}

let charts = [];
function drawPlots(loops) {
  charts.forEach((c) => c.destroy());
  const style = getComputedStyle(document.documentElement);
  Chart.defaults.color = style.getPropertyValue("--fg");
  Chart.defaults.borderColor = style.getPropertyValue("--line");
  const names = data.predictors.map((p) => p.name);
  const clip = (e) => Math.max(-100, Math.min(200, 100 * e));
  const boxes = new Chart(byId("boxes"), {
    type: "boxplot",
    data: {labels: names, datasets: [{
      label: "error, % of the measurement",
      backgroundColor: names.map((_, i) => colors[i % colors.length] + "55"),
      borderColor: names.map((_, i) => colors[i % colors.length]),
      borderWidth: 1, itemRadius: 0, outlierRadius: 1.5, coef: 1.5,
      data: names.map((_, i) => loops.map((l) => errorOf(l, i)).filter((e) => e !== null).map(clip)),
    }]},
    options: {animation: false, responsive: true, maintainAspectRatio: false,
      plugins: {legend: {display: false}},
      scales: {y: {title: {display: true, text: "(predicted - measured) / measured, %, cut at -100 and 200"}}}},
  });
  const all = loops.flatMap((l) => [l.y].concat(l.p.filter((x) => x > 0)));
  const low = Math.min(...all, 1), high = Math.max(...all, 10);
  const points = names.map((name, i) => ({
    label: name, pointRadius: 1.6, backgroundColor: colors[i % colors.length] + "aa", hidden: i > 0 && name !== "llvm-mca",
    data: loops.filter((l) => l.p[i] > 0).map((l) => ({x: l.y, y: l.p[i], loop: l})),
  }));
  points.push({label: "equal", type: "line", pointRadius: 0, borderWidth: 1, borderColor: "#888",
    data: [{x: low, y: low}, {x: high, y: high}]});
  const scatter = new Chart(byId("scatter"), {
    type: "scatter", data: {datasets: points},
    options: {animation: false, responsive: true, maintainAspectRatio: false,
      plugins: {tooltip: {callbacks: {label: (c) => c.raw.loop ? `${c.raw.loop.k} ${c.raw.loop.v}: ${c.raw.y}, measured ${c.raw.x}` : ""}}},
      scales: {x: {type: "logarithmic", title: {display: true, text: "measured, cycles for each trip"}},
               y: {type: "logarithmic", title: {display: true, text: "predicted"}}}},
  });
  charts = [boxes, scatter];
}

function cell(row, text, right) {
  const td = row.insertCell();
  td.textContent = text;
  if (right) td.className = "r";
}

function addLoop(body, loop) {
  const row = body.insertRow();
  row.className = "loop";
  const link = document.createElement("a");
  link.href = "#";
  link.textContent = loop.k;
  row.insertCell().append(link);
  cell(row, loop.v);
  cell(row, loop.t.join(" "));
  cell(row, loop.l);
  cell(row, loop.y.toFixed(2), true);
  cell(row, (100 * loop.s).toFixed(1), true);
  loop.p.forEach((x) => cell(row, x === null ? "-" : x.toFixed(2), true));
  link.onclick = (event) => {
    event.preventDefault();
    if (row.nextSibling && row.nextSibling.className === "report") {
      row.nextSibling.remove();
      return;
    }
    const below = body.insertRow(row.sectionRowIndex + 1);
    below.className = "report";
    const td = below.insertCell();
    td.colSpan = row.cells.length;
    const pre = document.createElement("pre");
    pre.textContent = loop.r;
    td.append(pre);
  };
}

function drawTable(loops) {
  const p = Number(byId("predictor").value);
  const size = (l) => { const e = errorOf(l, p); return e === null ? -1 : Math.abs(e); };
  const sorted = loops.map((l, i) => [size(l), i, l]).sort((a, b) => b[0] - a[0] || a[1] - b[1]);
  const shown = byId("every").checked ? sorted : sorted.slice(0, 20);
  const body = byId("loops").tBodies[0];
  body.replaceChildren();
  shown.forEach(([, , l]) => addLoop(body, l));
  byId("count").textContent = `${shown.length} of ${loops.length} loops, the largest error first`;
}

function draw() {
  const loops = wantedLoops();
  drawPlots(loops);
  drawTable(loops);
}

["group", "predictor", "every"].forEach((id) => { byId(id).onchange = draw; });
document.addEventListener("theme", () => drawPlots(wantedLoops()));
draw();
document.body.dataset.ready = String(charts.length);
