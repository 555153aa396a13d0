-- SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
-- Kernel Bounds for Neovim 0.10 and newer: the cycles of each loop as inlay
-- hints. `:luafile FILE`, or copy it to plugin/ in the folder of the
-- configuration. vim.g.kernel_bounds_path and vim.g.kernel_bounds_cpu name the
-- program and the core, if they are set.

--- The program of the build that this file is in, if there is one.
local function program()
  local here = vim.fs.dirname(vim.fn.fnamemodify(debug.getinfo(1, 'S').source:sub(2), ':p'))
  local built = vim.fs.normalize(here .. '/../../build/release/bin/kernel-opt')
  return vim.g.kernel_bounds_path or (vim.fn.executable(built) == 1 and built) or 'kernel-opt'
end

--- Figures come when a file has been compiled: the server then asks for the
--- hints to be fetched anew. Neovim 0.10 draws them only if they are off between.
local function refresh(_, _, context)
  for buffer in pairs(vim.lsp.get_client_by_id(context.client_id).attached_buffers) do
    if vim.lsp.inlay_hint.is_enabled({ bufnr = buffer }) then
      vim.lsp.inlay_hint.enable(false, { bufnr = buffer })
      vim.lsp.inlay_hint.enable(true, { bufnr = buffer })
    end
  end
  return vim.NIL
end

vim.api.nvim_create_autocmd('FileType', {
  pattern = { 'c', 'cpp', 'cuda', 'objc', 'objcpp', 'fortran' },
  callback = function(event)
    vim.lsp.start({
      name = 'kernel-bounds',
      cmd = { program(), 'lsp' },
      root_dir = vim.fs.root(event.buf, { 'compile_commands.json', 'build', '.git' }),
      handlers = { ['workspace/inlayHint/refresh'] = refresh },
      init_options = { cpu = vim.g.kernel_bounds_cpu },
    }, { bufnr = event.buf })
  end,
})

vim.api.nvim_create_autocmd('LspAttach', {
  callback = function(event)
    local client = vim.lsp.get_client_by_id(event.data.client_id)
    if client and client.name == 'kernel-bounds' then
      vim.lsp.inlay_hint.enable(true, { bufnr = event.buf })
    end
  end,
})
