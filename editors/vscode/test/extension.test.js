// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The extension with a stand-in for the editor and its client: what it
// registers, and when the server is started, told and stopped.
'use strict';

const assert = require('node:assert');
const Module = require('node:module');
const test = require('node:test');

const log = [];
const commands = {};
let onConfiguration;
let failure;

class LanguageClient {
  constructor(id, name, server, options) { log.push(['new', server.command, options.initializationOptions.cpu]); }
  async start() { if (failure) throw failure; log.push(['start']); }
  async stop() { log.push(['stop']); }
  async sendRequest(method, params) { log.push([method, params.command]); }
  async sendNotification(method, params) { log.push([method, params.settings.kernelBounds.cpu]); }
}
const settings = { path: 'kernel-opt', cpu: 'znver4' };
const standIns = {
  vscode: {
    workspace: {
      getConfiguration: () => ({ get: (name) => settings[name] }),
      onDidChangeConfiguration: (f) => { onConfiguration = f; return {}; },
    },
    window: { showErrorMessage: (text) => log.push(['error', text]) },
    commands: { registerCommand: (name, f) => { commands[name] = f; return {}; } },
  },
  'vscode-languageclient/node': { LanguageClient },
};
const load = Module._load;
Module._load = function (name, ...rest) {
  return standIns[name] || load.call(this, name, ...rest);
};
const extension = require('../src/extension');
const manifest = require('../package.json');

const changed = (name) => onConfiguration({ affectsConfiguration: (asked) => name === asked || name.startsWith(`${asked}.`) });
const taken = () => log.splice(0);

test('from activation to the end', async () => {
  const context = { subscriptions: [] };
  await extension.activate(context);
  assert.deepStrictEqual(taken(), [['new', 'kernel-opt', 'znver4'], ['start']]);
  assert.deepStrictEqual(Object.keys(commands).sort(), manifest.contributes.commands.map((c) => c.command).sort());
  assert.strictEqual(context.subscriptions.length, 3);

  settings.cpu = 'znver5';
  await changed('kernelBounds.cpu');
  assert.deepStrictEqual(taken(), [['workspace/didChangeConfiguration', 'znver5']]);
  await changed('editor.fontSize');
  assert.deepStrictEqual(taken(), []);
  settings.path = '/opt/kernel-opt';
  await changed('kernelBounds.path');
  assert.deepStrictEqual(taken(), [['stop'], ['new', '/opt/kernel-opt', 'znver5'], ['start']]);

  await commands['kernelBounds.analyzeAgain']();
  assert.deepStrictEqual(taken(), [['workspace/executeCommand', 'kernelBounds.analyze']]);

  failure = { code: 'ENOENT' };
  await commands['kernelBounds.restart']();
  assert.match(taken().at(-1)[1], /'\/opt\/kernel-opt' cannot be started: there is no such program/);
  await commands['kernelBounds.analyzeAgain'](); // There is no server to ask.
  await extension.deactivate();
  assert.deepStrictEqual(taken(), []);
});
