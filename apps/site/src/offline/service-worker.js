// Keeps the whole site for reading without a network, and large files once they were loaded. The build writes `FILES`,
// `LARGE_FILES` and `VERSION` in front of this text.

const CACHE = `site-${VERSION}`;
const scope = self.registration.scope;

async function install() {
  const cache = await caches.open(CACHE);
  await cache.addAll(FILES.map((file) => new Request(new URL(file, scope), { cache: 'no-cache' })));
  await self.skipWaiting();
}

const largeAddresses = LARGE_FILES.map((file) => new URL(file, scope).href);

/** Takes large files along that readers of an earlier version have loaded, if this version has them too. */
async function takeLargeFiles() {
  const cache = await caches.open(CACHE);
  for (const address of largeAddresses) {
    const kept = await caches.match(address);
    if (kept !== undefined) await cache.put(address, kept);
  }
}

async function activate() {
  await takeLargeFiles();
  for (const name of await caches.keys()) if (name.startsWith('site-') && name !== CACHE) await caches.delete(name);
  await self.clients.claim();
}

/** A host of static files serves `a/` as `a/index.html` and, often, `a` as `a.html`. */
async function fromCache(url) {
  const cache = await caches.open(CACHE);
  const { origin, pathname } = new URL(url);
  for (const path of [pathname.replace(/\/$/, '/index.html'), `${pathname}.html`]) {
    const answer = await cache.match(origin + path);
    if (answer !== undefined) return answer;
  }
  return undefined;
}

async function fetchAndKeep(request) {
  const response = await fetch(request);
  if (response.ok && largeAddresses.includes(request.url)) {
    const cache = await caches.open(CACHE);
    await cache.put(request, response.clone());
  }
  return response;
}

/** A page comes from the network while there is one, so that readers see the newest; what it loads has a hash in its name. */
async function answer(request) {
  if (request.mode !== 'navigate') return (await fromCache(request.url)) ?? fetchAndKeep(request);
  try {
    return await fetch(request);
  } catch {
    return (await fromCache(request.url)) ?? (await fromCache(new URL('404.html', scope).href));
  }
}

self.addEventListener('install', (event) => event.waitUntil(install()));
self.addEventListener('activate', (event) => event.waitUntil(activate()));
self.addEventListener('fetch', (event) => {
  if (event.request.method === 'GET' && event.request.url.startsWith(scope)) event.respondWith(answer(event.request));
});
