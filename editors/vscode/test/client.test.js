// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The server through the library that the editor's client rests on. It needs
// `npm install`, and the program: KERNEL_OPT names it.
'use strict';

const assert = require('node:assert');
const { spawn } = require('node:child_process');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const test = require('node:test');
const { pathToFileURL } = require('node:url');

let protocol;
try {
  protocol = require('vscode-languageserver-protocol/node');
} catch {
  protocol = undefined;
}
const { clientOptions, serverCommand } = require('../src/server');

const kernelOpt = process.env.KERNEL_OPT || 'kernel-opt';
const compiler = process.env.KERNEL_BOUNDS_CC || 'clang-22';

const source = `double dot(const double *x, const double *y, long n) { double s = 0;
  for (long i = 0; i < n; i++)
    s += x[i] * y[i];
  return s; }
`;

test('a hint through the library', { skip: !protocol && 'npm install was not run' }, async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'kernel-bounds-'));
  const file = path.join(folder, 'dot.c');
  fs.writeFileSync(file, source);
  fs.writeFileSync(path.join(folder, 'compile_commands.json'), JSON.stringify([{
    directory: folder, file: 'dot.c',
    arguments: [compiler, '-O3', '-march=cascadelake', '-fno-unroll-loops', '-c', 'dot.c'] }]));

  const get = (name) => (name === 'path' ? kernelOpt : '');
  const { command, args } = serverCommand(get);
  const server = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const connection = protocol.createProtocolConnection(
    new protocol.StreamMessageReader(server.stdout), new protocol.StreamMessageWriter(server.stdin));
  connection.listen();
  const { capabilities } = await connection.sendRequest(protocol.InitializeRequest.type, {
    processId: process.pid, rootUri: null, capabilities: {}, ...clientOptions(get) });
  assert.strictEqual(capabilities.inlayHintProvider, true);
  await connection.sendNotification(protocol.InitializedNotification.type, {});

  const uri = pathToFileURL(file).href;
  const published = new Promise((resolve) =>
    connection.onNotification(protocol.PublishDiagnosticsNotification.type, resolve));
  await connection.sendNotification(protocol.DidOpenTextDocumentNotification.type,
    { textDocument: { uri, languageId: 'c', version: 1, text: source } });
  const { diagnostics } = await published;
  assert.strictEqual(diagnostics[0].severity, protocol.DiagnosticSeverity.Information);

  const range = protocol.Range.create(0, 0, 4, 0);
  const hints = await connection.sendRequest(protocol.InlayHintRequest.type, { textDocument: { uri }, range });
  assert.strictEqual(hints.length, 1);
  assert.ok(protocol.InlayHint.is(hints[0]));
  assert.match(hints[0].label, /^4\.00 cy\/it · latency/);

  const actions = await connection.sendRequest(protocol.CodeActionRequest.type,
    { textDocument: { uri }, range: protocol.Range.create(1, 0, 1, 0), context: { diagnostics: [] } });
  assert.ok(protocol.CodeAction.is(actions[0]));
  assert.match(actions[0].edit.changes[uri][0].newText, /^ {2}#pragma clang loop .*\n$/);

  const hover = await connection.sendRequest(protocol.HoverRequest.type,
    { textDocument: { uri }, position: protocol.Position.create(2, 4) });
  assert.ok(protocol.Hover.is(hover));
  assert.match(hover.contents.value, /limited by latency/);

  await connection.sendRequest(protocol.ShutdownRequest.type);
  const exited = new Promise((resolve) => server.on('exit', resolve));
  await connection.sendNotification(protocol.ExitNotification.type);
  assert.strictEqual(await exited, 0);
  fs.rmSync(folder, { recursive: true });
});
