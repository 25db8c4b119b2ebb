import type { Endpoint } from '../endpoint.ts';
import { addressEndpoints } from './addresses.ts';
import { blockEndpoints } from './blocks.ts';
import { broadcastingEndpoints } from './broadcasting.ts';
import { buildingEndpoints } from './building.ts';
import { callingEndpoints } from './calling.ts';
import { chainInformationEndpoints } from './chain-information.ts';
import { contractEndpoints } from './contracts.ts';
import { deployingEndpoints } from './deploying.ts';
import { notModelledEndpoints } from './not-modelled.ts';
import { transactionEndpoints } from './transactions.ts';

/** Every path of the node, family by family. */
export const endpoints: readonly Endpoint[] = [
  ...buildingEndpoints,
  ...deployingEndpoints,
  ...callingEndpoints,
  ...broadcastingEndpoints,
  ...transactionEndpoints,
  ...blockEndpoints,
  ...contractEndpoints,
  ...addressEndpoints,
  ...chainInformationEndpoints,
  ...notModelledEndpoints,
];
