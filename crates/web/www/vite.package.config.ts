import { defineConfig } from 'vite';

// The npm package: one module, with the WebAssembly and the worker beside it as files of their own.
export default defineConfig({
  base: './',
  publicDir: false,
  worker: { format: 'es', rolldownOptions: { output: { entryFileNames: 'worker.js' } } },
  build: {
    outDir: 'npm/dist',
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: false,
    minify: true,
    rolldownOptions: {
      input: 'src/kit/index.ts',
      preserveEntrySignatures: 'strict',
      output: { format: 'es', entryFileNames: 'index.js', assetFileNames: '[name][extname]' },
    },
  },
});
