// The packed packages as a registry on loopback, so that every package manager installs them as it would from npm.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo } from 'node:net';
import { basename } from 'node:path';
import { type Packed } from './packed.ts';

export interface Registry {
  readonly url: string;
  close(): void;
}

export async function startRegistry(packages: readonly Packed[]): Promise<Registry> {
  const byName = Map.groupBy(packages, ({ manifest }) => manifest.name);
  const tarballs = new Map(packages.map(({ tarball }) => [basename(tarball), tarball]));
  const server = createServer(({ url = '' }, response) => {
    const path = decodeURIComponent(url).slice(1);
    const file = tarballs.get(path);
    if (file !== undefined) return void response.end(readFileSync(file));
    const versions = byName.get(path);
    if (versions === undefined) return void response.writeHead(404).end('{}');
    response.setHeader('content-type', 'application/json').end(JSON.stringify(packument(path, versions, origin())));
  });
  const origin = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return {
    url: origin(),
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** https://github.com/npm/registry/blob/main/docs/responses/package-metadata.md */
function packument(name: string, packages: readonly Packed[], origin: string) {
  const versions = packages.map(({ manifest, tarball }) => {
    const hash = (algorithm: string) => createHash(algorithm).update(readFileSync(tarball));
    const dist = {
      tarball: `${origin}/${basename(tarball)}`,
      shasum: hash('sha1').digest('hex'),
      integrity: `sha512-${hash('sha512').digest('base64')}`,
    };
    return [manifest.version, { ...manifest, _id: `${name}@${manifest.version}`, dist }] as const;
  });
  return {
    name,
    'dist-tags': { latest: versions.at(-1)?.[0] },
    versions: Object.fromEntries(versions),
    time: Object.fromEntries(versions.map(([version]) => [version, '2026-01-01T00:00:00.000Z'])),
  };
}
