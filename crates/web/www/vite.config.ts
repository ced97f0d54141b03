import { defineConfig } from 'vite';

// Relative addresses, so that the folder works wherever it is put; nothing is inlined, so that the content-security
// policy can forbid it.
export default defineConfig({
  base: './',
  worker: { format: 'es' },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 300,
  },
});
