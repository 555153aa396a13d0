;;; kernel-bounds.el --- The cycles of each loop  -*- lexical-binding: t -*-
;; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

;; Package-Requires: ((emacs "29.1"))

;;; Commentary:

;; Shows what `kernel-opt lsp' says of the loops of a file, by Eglot, which
;; Emacs 29 and newer have.  Eglot runs one server for a buffer: after
;; `M-x kernel-bounds' this one, in place of another.  With
;; `kernel-bounds-everywhere' each file of C, C++ and Fortran gets it.

;;; Code:

(require 'eglot)

(defgroup kernel-bounds nil
  "Cycles of each innermost loop."
  :group 'tools)

(defcustom kernel-bounds-program
  (let ((built (expand-file-name "../../build/release/bin/kernel-opt"
                                 (file-name-directory (or load-file-name buffer-file-name)))))
    (if (file-executable-p built) built "kernel-opt"))
  "The program `kernel-opt'; that of the build this file is in, if there is one."
  :type 'string)

(defcustom kernel-bounds-cpu nil
  "The core to predict for; nil for that of the compile command."
  :type '(choice (const nil) string))

(defconst kernel-bounds-modes
  '(c-mode c-ts-mode c++-mode c++-ts-mode objc-mode f90-mode fortran-mode))

(defclass kernel-bounds-server (eglot-lsp-server) ()
  :documentation "`kernel-opt lsp'.")

;; Figures come when a file has been compiled: the server then asks for the
;; hints to be fetched anew, which Eglot by itself does not offer.
(cl-defmethod eglot-client-capabilities :around ((_server kernel-bounds-server))
  "What Emacs can do, with hints that are fetched anew."
  (let* ((all (cl-call-next-method))
         (workspace (plist-get all :workspace)))
    (plist-put all :workspace
               (append workspace '(:inlayHint (:refreshSupport t))))))

(cl-defmethod eglot-handle-request
  ((server kernel-bounds-server) (_method (eql workspace/inlayHint/refresh)))
  "Fetch the hints of all buffers of SERVER anew."
  (dolist (buffer (buffer-list))
    (with-current-buffer buffer
      (when (and (eq (eglot-current-server) server) eglot-inlay-hints-mode)
        ;; Eglot would not ask again for a region that it has asked for.
        (eglot--update-hints-1 (point-min) (point-max)))))
  nil)

(defun kernel-bounds--command (&optional _interactive _project)
  "The server, and the command that starts it."
  (append (list 'kernel-bounds-server kernel-bounds-program "lsp")
          (and kernel-bounds-cpu (list (concat "--cpu=" kernel-bounds-cpu)))))

(defun kernel-bounds ()
  "Show the cycles of the loops of this buffer."
  (interactive)
  (setq-local eglot-server-programs
              (list (cons kernel-bounds-modes #'kernel-bounds--command)))
  (eglot-ensure))

(defun kernel-bounds-everywhere ()
  "Show the cycles of the loops of each file that is opened from now on."
  (dolist (mode kernel-bounds-modes)
    (add-hook (intern (format "%s-hook" mode)) #'kernel-bounds)))

(provide 'kernel-bounds)
;;; kernel-bounds.el ends here
