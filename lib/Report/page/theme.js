// ---- Light and dark -------------------------------------------------------
function setTheme(theme) {
  document.documentElement.dataset.theme = theme;
  document.dispatchEvent(new Event('theme'));
  try { localStorage.setItem('kernel-bounds-theme', theme); } catch (e) { /* Files have no storage in some browsers. */ }
}
let theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
try { theme = localStorage.getItem('kernel-bounds-theme') || theme; } catch (e) { /* The same. */ }
document.documentElement.dataset.theme = theme;
document.getElementById('theme').addEventListener('click', () =>
  setTheme(document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark'));
