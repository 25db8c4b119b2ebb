// A process that serves a node as it is published.
import { importBuilt } from '@coin/bench/built-package';
import { reportToParent } from '@coin/bench/server-process';
import type * as mockNode from '@coin/mock-node';

const { createMockNode, serve } = await importBuilt<typeof mockNode>();
const { port } = await serve(createMockNode());
reportToParent(port);
