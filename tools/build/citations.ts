import { type Manifest } from './manifest.ts';

const CITATION = /(?<![\w./-])docs\/(?=[\w/-]+\.md\b)/g;

/**
 * Replaces citations such as `docs/protocol/staking.md` by full addresses of the text as of the package's version: no
 * package contains `docs`.
 */
export const citeFully = (text: string, { name, version, repository }: Manifest): string =>
  text.replaceAll(CITATION, `${repository.url.replace(/^git\+|\.git$/g, '')}/blob/${name}@${version}/docs/`);
