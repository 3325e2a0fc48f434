// A process that starts the embedded database in the given folder, prints where it is, and holds it until it ends.
import { startEmbedded } from '#database/embedded.ts';

const [dataDir = ''] = process.argv.slice(2);
const { config } = await startEmbedded({ dataDir, log: () => {} });
console.log(JSON.stringify(config));
setInterval(() => {}, 60_000);
