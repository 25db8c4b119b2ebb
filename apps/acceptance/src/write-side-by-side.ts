// pnpm side-by-side: runs both clients, and writes the comparison into a page of @coin/rpc.
import { serve } from '@coin/mock-node';
import { createFaultyNetwork } from './faulty-network.ts';
import { writeSection } from './side-by-side-page.ts';
import { sideBySide } from './side-by-side.ts';

const network = await createFaultyNetwork();
const served = await serve(network.node);
writeSection(await sideBySide(network, served));
await served.close();
// An endless answer may still be open.
process.exit();
