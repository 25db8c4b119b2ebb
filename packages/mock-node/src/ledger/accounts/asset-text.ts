import { type Hex } from '../../protocol/primitives.ts';

/** The bandwidth per day that a token may grant stays below this. */
const ONE_DAY_NET_LIMIT = 57_600_000_000n;

/** Whether bytes may be a token's name or abbreviation: 1 to 32 visible ASCII characters. */
export const isAssetName = (name: Hex): boolean =>
  name !== '' && name.length <= 64 && /^(?:2[1-9a-f]|[3-6][0-9a-f]|7[0-9a-e])+$/.test(name);

export const isAssetUrl = (url: Hex): boolean => url !== '' && url.length <= 512;

export const isAssetDescription = (description: Hex): boolean => description.length <= 400;

/** Whether a token may grant this much bandwidth per day, to each sender or to all. */
export const isAssetNetLimit = (bytes: bigint): boolean => bytes >= 0n && bytes < ONE_DAY_NET_LIMIT;
