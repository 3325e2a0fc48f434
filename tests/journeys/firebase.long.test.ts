import { startFirebaseEmulator } from '#tests/support/stand-ins/firebase-emulator.ts';
import { confirmByFirebase, project } from './firebase.ts';

confirmByFirebase(() => startFirebaseEmulator(project));
