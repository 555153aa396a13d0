// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How the server is started, and what it is told: without the editor's own
// library, so that Node alone can test it.
'use strict';

const languages = ['c', 'cpp', 'objective-c', 'objective-cpp', 'fortran', 'FortranFreeForm'];

/** The settings of the server, from a function that reads one setting. */
function settingsOf(get) {
  return {
    cpu: get('cpu') || '',
    compileCommandsDir: get('compileCommandsDir') || '',
    diagnostics: get('diagnostics') || 'advice',
  };
}

/** The command that starts the server. */
function serverCommand(get) {
  return { command: get('path') || 'kernel-opt', args: ['lsp'] };
}

/** What the client of the language server is made with. */
function clientOptions(get) {
  return {
    documentSelector: languages.map((language) => ({ scheme: 'file', language })),
    initializationOptions: settingsOf(get),
  };
}

/** What a user can do about an error of starting the server. */
function startFailure(command, error) {
  const why = error && error.code === 'ENOENT' ? 'there is no such program' : String((error && error.message) || error);
  return `Kernel Bounds: '${command}' cannot be started: ${why}. Set kernelBounds.path to the program kernel-opt.`;
}

module.exports = { languages, settingsOf, serverCommand, clientOptions, startFailure };
