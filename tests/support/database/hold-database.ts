// A process of its own that starts the embedded database in the folder it is given, says where, and holds it until it ends.
import { startEmbedded } from '#database/embedded.ts';

const [dataDir = ''] = process.argv.slice(2);
const { config } = await startEmbedded({ dataDir, log: () => {} });
console.log(JSON.stringify(config));
setInterval(() => {}, 60_000);
