import { LONGEST_DELAY_MS } from '../store/outbox-store.ts';

/**
 * The server's history. A restart changes the run id. A promotion changes the id under which replicas know the data,
 * and a server that is demoted and promoted again keeps its run id. A server may hide both.
 *
 * Source: redis.io/docs, Replication, Replication ID explained.
 */
const EPOCH = `
local function info(section, name)
  return string.match('\\n' .. redis.call('INFO', section), '\\n' .. name .. ':(%w+)') or ''
end
local function epoch() return info('server', 'run_id') .. ' ' .. info('replication', 'master_replid') end`;

/** Without arguments. */
export const READ_EPOCH = `${EPOCH}
return epoch()`;

/**
 * Every key begins with KEYS[1], the prefix in braces, which makes a cluster keep them together:
 *
 * - `record:KEY`: a hash; nothing is ever deleted. `history:KEY`: a list that only grows
 * - `listed`, `open`: the keys of listed and of open records by position
 * - `ready`: the open records that can be claimed, by rank. `claimed`: the others, by the end of their claim or delay
 * - `group:GROUP`: the open records of a group by rank, those that were begun first. `status:STATUS`: the open records
 *   with a status, by age. `statuses`: the statuses that occurred. `ended`: how many records have ended with which
 *   status
 *
 * A rank is lower for a higher priority, and otherwise for a lower position. Optional texts travel as '' or as '=' and
 * the text.
 */
const PRELUDE = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local function at(name) return KEYS[1] .. ':' .. name end
local function digits(number) return string.format('%.0f', number) end
local function optional(text) if text ~= '' then return string.sub(text, 2) end end
local function read(key)
  local fields = redis.call('HMGET', at('record:' .. key), 'version', 'position', 'listing', 'status', 'group', 'holder', 'created',
    'priority')
  if not fields[1] then return end
  return { version = tonumber(fields[1]), position = tonumber(fields[2]), listing = fields[3], status = fields[4] or nil,
    group = fields[5] or nil, holder = fields[6] or nil, created = tonumber(fields[7]), priority = tonumber(fields[8]) }
end
local function keep(name, isMember, score, key)
  if isMember then redis.call('ZADD', at(name), digits(score), key) else redis.call('ZREM', at(name), key) end
end
local function rank(record) return record.position - record.priority * 1e13 end
local function keepInGroup(record)
  keep('group:' .. record.group, record.listing == 'open', rank(record) - (record.holder and 4e15 or 0), record.key)
end
local function unlist(key, record)
  if record.status and record.listing == 'open' then redis.call('ZREM', at('status:' .. record.status), key) end
  if record.status and record.listing == 'ended' then redis.call('HINCRBY', at('ended'), record.status, -1) end
  if record.group then redis.call('ZREM', at('group:' .. record.group), key) end
end
local function write(key, record, value, event, delay)
  local hash = at('record:' .. key)
  redis.call('HSET', hash, 'version', digits(record.version), 'position', digits(record.position), 'listing', record.listing,
    'created', digits(record.created), 'priority', digits(record.priority), 'value', value)
  for _, name in ipairs({ 'status', 'group', 'holder' }) do
    if record[name] then redis.call('HSET', hash, name, record[name]) else redis.call('HDEL', hash, name) end
  end
  local isOpen = record.listing == 'open'
  keep('listed', record.listing ~= 'none', record.position, key)
  keep('open', isOpen, record.position, key)
  if delay then redis.call('ZADD', at('claimed'), digits(now + delay), key) end
  local isClaimed = isOpen and record.holder and redis.call('ZSCORE', at('claimed'), key)
  if not isClaimed then
    redis.call('ZREM', at('claimed'), key)
    keep('ready', isOpen, rank(record), key)
  else
    redis.call('ZREM', at('ready'), key)
  end
  record.key = key
  if record.group then keepInGroup(record) end
  if record.status and isOpen then
    redis.call('SADD', at('statuses'), record.status)
    redis.call('ZADD', at('status:' .. record.status), digits(record.created), key)
  end
  if record.status and record.listing == 'ended' then redis.call('HINCRBY', at('ended'), record.status, 1) end
  if event then redis.call('RPUSH', at('history:' .. key), digits(record.version) .. ' ' .. digits(now) .. ' ' .. event) end
end
`;

/** The last argument of a change is the epoch in which alone it is made, or '' for any. */
const CHANGE = `${EPOCH}
if ARGV[#ARGV] ~= '' and ARGV[#ARGV] ~= epoch() then return {} end
${PRELUDE}`;

/** Arguments: key, value, listing, status, group, event, priority, epoch. */
export const CREATE = `${CHANGE}
if redis.call('EXISTS', at('record:' .. ARGV[1])) == 1 then return 0 end
write(ARGV[1], { version = 1, position = redis.call('INCR', at('positions')), listing = ARGV[3], status = optional(ARGV[4]),
  group = optional(ARGV[5]), created = now, priority = tonumber(ARGV[7]) }, ARGV[2], optional(ARGV[6]))
return 1`;

/**
 * Arguments: key, value, listing, status, group, event, priority, version, holder, delay, epoch. A delayed record has
 * the holder ''.
 */
export const SET = `${CHANGE}
local record = read(ARGV[1])
if not record or digits(record.version) ~= ARGV[8] then return 0 end
unlist(ARGV[1], record)
record.version = record.version + 1
record.listing, record.status, record.group, record.holder = ARGV[3], optional(ARGV[4]), optional(ARGV[5]), optional(ARGV[9])
record.priority = tonumber(ARGV[7])
write(ARGV[1], record, ARGV[2], optional(ARGV[6]), tonumber(ARGV[10]))
return 1`;

const SHOW = `
local function show(key)
  local fields = redis.call('HMGET', at('record:' .. key), 'value', 'listing', 'status', 'group', 'version', 'position')
  return { key, fields[1], fields[2], fields[3], fields[4], fields[5], fields[6] }
end
local function showAll(keys)
  local shown = {}
  for _, key in ipairs(keys) do table.insert(shown, show(key)) end
  return shown
end`;

/** Arguments: listing, after, limit. */
export const LIST = `${PRELUDE}${SHOW}
local set = at(ARGV[1] == 'open' and 'open' or 'listed')
return showAll(redis.call('ZRANGEBYSCORE', set, '(' .. ARGV[2], '+inf', 'LIMIT', 0, ARGV[3]))`;

/**
 * Arguments: holder, limit, lease, epoch. A claim that lasts for more than two leases, and a delay of more than a
 * minute, was made before the clock of the server was set back.
 */
export const CLAIM = `${CHANGE}${SHOW}
local lease = tonumber(ARGV[3])
local function giveBack(from, to)
  for _, key in ipairs(redis.call('ZRANGEBYSCORE', at('claimed'), from, to)) do
    redis.call('ZREM', at('claimed'), key)
    redis.call('ZADD', at('ready'), digits(rank(read(key))), key)
  end
end
giveBack('-inf', digits(now))
giveBack('(' .. digits(now + math.max(2 * lease, ${LONGEST_DELAY_MS})), '+inf')
local found, first = {}, 0
while #found < tonumber(ARGV[2]) do
  local keys = redis.call('ZRANGE', at('ready'), first, first + 99)
  if #keys == 0 then break end
  first = first + #keys
  for _, key in ipairs(keys) do
    local group = redis.call('HGET', at('record:' .. key), 'group')
    local isFirst = not group or redis.call('ZRANGE', at('group:' .. group), 0, 0)[1] == key
    if isFirst and #found < tonumber(ARGV[2]) then table.insert(found, key) end
  end
end
for _, key in ipairs(found) do
  redis.call('HINCRBY', at('record:' .. key), 'version', 1)
  redis.call('HSET', at('record:' .. key), 'holder', ARGV[1])
  redis.call('ZREM', at('ready'), key)
  redis.call('ZADD', at('claimed'), digits(now + lease), key)
  local record = read(key)
  record.key = key
  if record.group then keepInGroup(record) end
end
return showAll(found)`;

/** Arguments: holder, lease, epoch. */
export const RENEW = `${CHANGE}
for _, key in ipairs(redis.call('ZRANGE', at('claimed'), 0, -1)) do
  if redis.call('HGET', at('record:' .. key), 'holder') == ARGV[1] then
    redis.call('ZADD', at('claimed'), digits(now + tonumber(ARGV[2])), key)
  end
end
return 1`;

/** Without arguments. */
export const COUNT = `${PRELUDE}
local counts = {}
for _, status in ipairs(redis.call('SMEMBERS', at('statuses'))) do
  local count = redis.call('ZCARD', at('status:' .. status))
  if count > 0 then
    local oldest = redis.call('ZRANGE', at('status:' .. status), 0, 0, 'WITHSCORES')
    table.insert(counts, { 'open', status, count, digits(now - tonumber(oldest[2])) })
  end
end
local ended = redis.call('HGETALL', at('ended'))
for index = 1, #ended, 2 do
  if ended[index + 1] ~= '0' then table.insert(counts, { 'ended', ended[index], ended[index + 1], '' }) end
end
return counts`;
