#!/bin/sh
# Patroni calls this with the action, the role and the cluster. Used by `npm run cluster`.
case "$2" in
  primary | master) vacuumdb --analyze-only --dbname=izi >/dev/null 2>&1 & ;;
esac
