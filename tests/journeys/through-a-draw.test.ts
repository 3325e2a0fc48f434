// oxlint-disable import/no-unassigned-import -- a file of journeys exports nothing
// Most of each of these is waiting for a draw: in one file they wait for it at the same time.
import './desktop.ts';
import './phone.ts';
import './receipt.ts';
