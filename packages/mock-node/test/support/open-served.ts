import { onTestFinished } from 'vitest';
import { createMockNode, serve, type ServeOptions } from '../../src/index.ts';

/** A node that is served until the end of the test. */
export async function openServed(options: ServeOptions = {}) {
  const node = createMockNode();
  const served = await serve(node, options);
  onTestFinished(() => served.close());
  return { node, served, url: served.url, port: served.port };
}
