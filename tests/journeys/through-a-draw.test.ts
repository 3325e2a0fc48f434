// oxlint-disable import/no-unassigned-import -- a file of journeys has nothing to give but them
// Most of each of these is waiting for a draw: in one file they wait for it together.
import './desktop.ts';
import './phone.ts';
import './receipt.ts';
