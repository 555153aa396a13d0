// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Starts `kernel-opt lsp`, and hands settings on to it. Hints, hovers,
// diagnostics and code actions are the server's.
'use strict';

const vscode = require('vscode');
const { LanguageClient } = require('vscode-languageclient/node');
const { clientOptions, serverCommand, settingsOf, startFailure } = require('./server');

let client;

function setting(name) {
  return vscode.workspace.getConfiguration('kernelBounds').get(name);
}

async function start() {
  const server = serverCommand(setting);
  client = new LanguageClient('kernelBounds', 'Kernel Bounds', server, clientOptions(setting));
  try {
    await client.start();
  } catch (error) {
    client = undefined;
    vscode.window.showErrorMessage(startFailure(server.command, error));
  }
}

async function stop() {
  const running = client;
  client = undefined;
  if (running) await running.stop();
}

async function activate(context) {
  context.subscriptions.push(
    vscode.commands.registerCommand('kernelBounds.restart', async () => {
      await stop();
      await start();
    }),
    vscode.commands.registerCommand('kernelBounds.analyzeAgain', () =>
      client && client.sendRequest('workspace/executeCommand', { command: 'kernelBounds.analyze' })),
    vscode.workspace.onDidChangeConfiguration(async (event) => {
      if (event.affectsConfiguration('kernelBounds.path')) {
        await stop();
        await start();
      } else if (event.affectsConfiguration('kernelBounds') && client) {
        await client.sendNotification('workspace/didChangeConfiguration', {
          settings: { kernelBounds: settingsOf(setting) },
        });
      }
    }));
  await start();
}

module.exports = { activate, deactivate: stop };
