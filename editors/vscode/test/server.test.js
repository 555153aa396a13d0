// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Without an editor: settings, and that the manifest names what the code reads.
'use strict';

const assert = require('node:assert');
const test = require('node:test');
const manifest = require('../package.json');
const { clientOptions, languages, serverCommand, settingsOf, startFailure } = require('../src/server');

const defaults = (name) => manifest.contributes.configuration.properties[`kernelBounds.${name}`].default;

test('defaults of the manifest', () => {
  assert.deepStrictEqual(serverCommand(defaults), { command: 'kernel-opt', args: ['lsp'] });
  assert.deepStrictEqual(settingsOf(defaults), { cpu: '', compileCommandsDir: '', diagnostics: 'advice' });
});

test('settings of the user', () => {
  const mine = { path: '/opt/kernel-opt', cpu: 'znver4', compileCommandsDir: 'out', diagnostics: 'none' };
  const get = (name) => mine[name];
  assert.strictEqual(serverCommand(get).command, '/opt/kernel-opt');
  assert.deepStrictEqual(clientOptions(get).initializationOptions,
    { cpu: 'znver4', compileCommandsDir: 'out', diagnostics: 'none' });
});

test('every setting that is read is in the manifest, and the other way round', () => {
  const read = new Set();
  const get = (name) => { read.add(name); return ''; };
  serverCommand(get);
  clientOptions(get);
  const declared = Object.keys(manifest.contributes.configuration.properties);
  assert.deepStrictEqual([...read].map((name) => `kernelBounds.${name}`).sort(), declared.sort());
});

test('languages', () => {
  assert.deepStrictEqual(clientOptions(defaults).documentSelector.map((s) => s.language), languages);
});

test('a missing program is named with what to do', () => {
  assert.match(startFailure('kernel-opt', { code: 'ENOENT' }),
    /'kernel-opt' cannot be started: there is no such program\. Set kernelBounds\.path/);
});

test('the problem matcher reads a note', () => {
  const [, file, line, column, severity, message] = new RegExp(manifest.contributes.problemMatchers[0].pattern.regexp)
    .exec('src/dot.c:9:1: note: dot: 4.00 cy/it, limited by latency');
  assert.deepStrictEqual([file, line, column, severity, message],
    ['src/dot.c', '9', '1', 'note', 'dot: 4.00 cy/it, limited by latency']);
});
