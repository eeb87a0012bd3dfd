import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** Smaller files gain nothing: they fit one packet. Bytes. */
const WORTH_COMPRESSING = 1400;

/** @type {[suffix: string, pack: (content: Buffer) => Promise<Buffer>][]} */
const packers = [
  ['.gz', (content) => promisify(gzip)(content, { level: 9 })],
  [
    '.br',
    (content) => promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } }),
  ],
];

/**
 * Writes .gz and .br beside the hashed assets, so that the server never compresses while a person waits.
 * The start page is left alone, because the server may write into it.
 * @param {string} outDir
 * @returns {import('vite').Plugin}
 */
export function precompress(outDir) {
  return {
    name: 'precompress',
    apply: 'build',
    async closeBundle() {
      const folder = path.join(outDir, 'assets');
      const files = (await readdir(folder)).filter((file) => /\.(?:js|css|svg)$/.test(file));
      for (const file of files) {
        const content = await readFile(path.join(folder, file));
        if (content.length < WORTH_COMPRESSING) continue;
        for (const [suffix, pack] of packers)
          await writeFile(path.join(folder, file + suffix), await pack(content));
      }
    },
  };
}
