// What a page loads: the story, to be told on demand.
import { runTransferScenario } from './transfer-scenario.ts';

Object.assign(globalThis, { runTransferScenario });
