#!/usr/bin/env python3
# Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
# Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""An editor that follows a script: drives `kernel-opt lsp` and prints what it says.

usage: lsp_client.py SCRIPT FOLDER -- SERVER ARGUMENTS...

Lines of the script (FILE is below FOLDER):
  open FILE [LANGUAGE]   opens it and waits for its diagnostics
  start FILE [LANGUAGE]  opens it without waiting
  save FILE              tells that it was saved and waits for its diagnostics
  restart FILE N         saves N times without waiting, then waits once
  edit FILE L:C-L:C TEXT replaces a range (from 0); TEXT is a JSON string
  write FILE             writes the editor's text to the disk, without telling
  close FILE             closes it
  hints FILE             asks for all inlay hints
  hover FILE LINE        asks what is shown at a line (from 1)
  actions FILE LINE      asks for code actions, and lists them
  apply FILE LINE N      carries out the Nth of them, as an edit
  request METHOD JSON    any request
  notify METHOD JSON     any notification
  raw TEXT               bytes as they are (a JSON string), no message around them
  message TEXT           a message with this text, whatever it is
  kill                   closes the connection without a word
With LSP_REFRESH=no in the environment, it is an editor that cannot be told to
ask for hints anew.
Every line is printed before what it brings. At the end the server is shut
down; its exit code and what it left in its folder of temporary files are
printed.
"""

import json
import os
import pathlib
import queue
import shlex
import subprocess
import sys
import tempfile
import threading

TIMEOUT = 120  # Seconds: only a server that hangs gets there.


class Server:
    def __init__(self, command, temporary):
        environment = dict(os.environ, TMPDIR=temporary)
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment)
        self.messages = queue.Queue()
        self.next_id = 0
        self.is_refreshed = False
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        stream = self.process.stdout
        while True:
            length = None
            while (line := stream.readline()) not in (b"\r\n", b""):
                if line.lower().startswith(b"content-length:"):
                    length = int(line.split(b":")[1])
            if length is None:
                self.messages.put(None)
                return
            self.messages.put(json.loads(stream.read(length)))

    def send_bytes(self, data):
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def send_text(self, text):
        data = text.encode()
        self.send_bytes(b"Content-Length: %d\r\n\r\n" % len(data) + data)

    def notify(self, method, params):
        self.send_text(json.dumps({"jsonrpc": "2.0", "method": method, "params": params}))

    def request(self, method, params):
        self.next_id += 1
        self.send_text(json.dumps({"jsonrpc": "2.0", "id": self.next_id, "method": method, "params": params}))
        return self.wait(lambda m: m.get("id") == self.next_id and "method" not in m)

    def wait(self, wanted):
        """The next message that is wanted; prints messages to the user on the way."""
        while True:
            message = self.messages.get(timeout=TIMEOUT)
            if message is None:
                raise EOFError("the server closed the connection")
            method = message.get("method", "")
            if method.startswith("window/"):
                print(f"{method}: {message['params']['message']}")
            if method == "workspace/inlayHint/refresh":
                self.is_refreshed = True
                self.send_text(json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": None}))
            if wanted(message):
                return message


class Editor:
    def __init__(self, folder, server):
        self.folder, self.server = folder, server
        self.texts, self.versions = {}, {}

    def uri(self, file):
        return (self.folder / file).resolve().as_uri()

    def place(self, file):
        return {"textDocument": {"uri": self.uri(file)}}

    def diagnostics(self, file):
        uri = self.uri(file)
        message = self.server.wait(
            lambda m: m.get("method") == "textDocument/publishDiagnostics" and m["params"]["uri"] == uri)
        for d in message["params"]["diagnostics"]:
            print(f"  {file}:{d['range']['start']['line'] + 1}: severity {d['severity']}: {d['message']}")

    def do_open(self, file, language="c"):
        self.do_start(file, language)
        self.diagnostics(file)

    def do_start(self, file, language="c"):
        self.texts[file] = (self.folder / file).read_text()
        self.versions[file] = 1
        self.server.notify("textDocument/didOpen", {"textDocument": {
            "uri": self.uri(file), "languageId": language, "version": 1, "text": self.texts[file]}})

    def do_save(self, file):
        self.server.notify("textDocument/didSave", self.place(file))
        self.diagnostics(file)

    def do_restart(self, file, times):
        for _ in range(int(times)):
            self.server.notify("textDocument/didSave", self.place(file))
        self.diagnostics(file)

    def do_edit(self, file, where, text):
        (l1, c1), (l2, c2) = ([int(n) for n in p.split(":")] for p in where.split("-"))
        self.replace(file, l1, c1, l2, c2, json.loads(text))

    def replace(self, file, l1, c1, l2, c2, text):
        lines = self.texts[file].split("\n")
        before = "\n".join(lines[:l1] + [lines[l1][:c1]])
        after = "\n".join([lines[l2][c2:]] + lines[l2 + 1:])
        self.texts[file] = before + text + after
        self.versions[file] += 1
        self.server.notify("textDocument/didChange", {
            "textDocument": {"uri": self.uri(file), "version": self.versions[file]},
            "contentChanges": [{"range": {"start": {"line": l1, "character": c1},
                                          "end": {"line": l2, "character": c2}}, "text": text}]})

    def do_write(self, file):
        (self.folder / file).write_text(self.texts[file])

    def do_close(self, file):
        self.server.notify("textDocument/didClose", self.place(file))

    def do_hints(self, file):
        whole = {"start": {"line": 0, "character": 0}, "end": {"line": 100000, "character": 0}}
        answer = self.server.request("textDocument/inlayHint", {**self.place(file), "range": whole})
        for h in answer["result"]:
            print(f"  {file}:{h['position']['line'] + 1}:{h['position']['character']}: {h['label']}")

    def do_hover(self, file, line):
        position = {"line": int(line) - 1, "character": 0}
        answer = self.server.request("textDocument/hover", {**self.place(file), "position": position})
        result = answer["result"]
        print(result["contents"]["value"] if result else "  nothing")

    def actions(self, file, line):
        line = int(line) - 1
        where = {"start": {"line": line, "character": 0}, "end": {"line": line, "character": 0}}
        return self.server.request("textDocument/codeAction", {
            **self.place(file), "range": where, "context": {"diagnostics": []}})["result"]

    def do_actions(self, file, line):
        for a in self.actions(file, line):
            print(f"  {a['kind']}: {a['title']}")

    def do_apply(self, file, line, number):
        edit = self.actions(file, line)[int(number) - 1]["edit"]["changes"][self.uri(file)][0]
        start, end = edit["range"]["start"], edit["range"]["end"]
        self.replace(file, start["line"], start["character"], end["line"], end["character"], edit["newText"])
        print(self.texts[file], end="")

    def do_request(self, method, params):
        answer = self.server.request(method, json.loads(params))
        print("  " + json.dumps(answer.get("result", answer.get("error")), sort_keys=True))

    def do_notify(self, method, params):
        self.server.notify(method, json.loads(params))

    def do_raw(self, text):
        self.server.send_bytes(json.loads(text).encode())

    def do_message(self, text):
        self.server.send_text(text)


def main():
    script, folder, dashes, *command = sys.argv[1:]
    assert dashes == "--"
    with tempfile.TemporaryDirectory() as temporary:
        server = Server(command, temporary)
        editor = Editor(pathlib.Path(folder), server)
        options = json.loads(os.environ.get("LSP_OPTIONS", "{}"))
        answer = server.request("initialize", {
            "processId": None, "rootUri": None, "initializationOptions": options,
            "capabilities": {"workspace": {"inlayHint": {
                "refreshSupport": os.environ.get("LSP_REFRESH") != "no"}}}})
        print("capabilities: " + json.dumps(answer["result"]["capabilities"], sort_keys=True))
        server.notify("initialized", {})
        is_killed = False
        for line in pathlib.Path(script).read_text().splitlines():
            if not line.strip() or line.startswith("#"):
                continue
            print(f"> {line}", flush=True)
            word, _, rest = line.partition(" ")
            if word == "kill":
                is_killed = True
                break
            # The last argument of these is text as it stands.
            split = {"edit": 2, "request": 1, "notify": 1, "raw": 0, "message": 0}
            arguments = rest.split(" ", split[word]) if word in split else shlex.split(rest)
            getattr(editor, f"do_{word}")(*arguments)
        if not is_killed:
            server.request("shutdown", None)
            server.notify("exit", None)
        server.process.stdin.close()
        print(f"asked for new hints: {'yes' if server.is_refreshed else 'no'}")
        print(f"exit code {server.process.wait(TIMEOUT)}")
        print(f"left behind: {sorted(os.listdir(temporary))}")


main()
