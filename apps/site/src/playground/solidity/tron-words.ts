/** What TRON's compiler adds to Solidity, and what an author can write instead. */
const INSTEAD: Readonly<Record<string, string>> = {
  trx: 'Write `1 trx` as `1_000_000`.',
  sun: 'Write `1 sun` as `1`.',
  isContract: 'Write `account.code.length > 0`.',
};

const WORDS = [
  'trcToken tokenid tokenvalue transferToken tokenBalance trx sun isContract',
  'freeze unfreeze freezeExpireTime freezebalancev2 unfreezebalancev2 cancelallunfreezev2 withdrawexpireunfreeze',
  'delegateResource unDelegateResource getChainParameters availableUnfreezeV2Size unfreezableBalanceV2',
  'expireUnfreezeBalanceV2 delegatableResource resourceV2 checkUnDelegateResource resourceUsage',
  'totalResource totalDelegatedResource totalAcquiredResource',
  'vote withdrawreward rewardBalance isSrCandidate voteCount totalVoteCount receivedVoteCount usedVoteCount chain',
  'batchvalidatesign validatemultisign verifyMintProof verifyTransferProof verifyBurnProof pedersenHash',
].flatMap((words) => words.split(' '));

/** The last name of a text, such as `tokenid` of `msg.tokenid`. */
const lastName = (text: string): string => /([A-Za-z_$][\w$]*)\s*$/.exec(text)?.[1] ?? '';

/** Explains a name that only TRON's compiler knows; undefined for any other text. */
export function explainTronWord(text: string): string | undefined {
  const word = lastName(text);
  if (!WORDS.includes(word)) return undefined;
  const said = `\`${word}\` is a word of TRON’s own Solidity. This page has Ethereum’s compiler, which does not know it.`;
  const instead = Object.hasOwn(INSTEAD, word) ? INSTEAD[word] : 'Compile this contract with TRON’s compiler.';
  return `${said} ${instead}`;
}
