;; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;; When the first hint stands there, lets the sums of a file be split, and saves.
(defvar test-timer
  (run-with-timer
   0.2 0.2
   (lambda ()
     (when-let* ((buffer (get-buffer "dot.c")))
       (with-current-buffer buffer
         (when (seq-some (lambda (o) (overlay-get o 'eglot--inlay-hint))
                         (overlays-in (point-min) (point-max)))
           (cancel-timer test-timer)
           (goto-char (point-min))
           (while (search-forward "n) {" nil t)
             (insert "\n#pragma clang fp reassociate(on)"))
           (save-buffer)))))))
