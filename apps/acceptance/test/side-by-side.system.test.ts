// Real time: TronWeb gives up, or not, by its own timers and over real sockets.
import { serve } from '@coin/mock-node';
import { expect, test } from 'vitest';
import { createFaultyNetwork } from '../src/faulty-network.ts';
import { readSection } from '../src/side-by-side-page.ts';
import { sideBySide } from '../src/side-by-side.ts';

test('the page states how this client and TronWeb actually handle faulty answers', async () => {
  const network = await createFaultyNetwork();
  const served = await serve(network.node);
  try {
    expect(await sideBySide(network, served)).toBe(readSection());
  } finally {
    await served.close();
  }
});
