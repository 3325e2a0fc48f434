import type { words as english } from '#console/words/en/timetable.ts';

export const words: typeof english = {
  title: 'Calendrier',
  now: 'À présent',
  every: (minutes) =>
    minutes === 60
      ? 'Un tirage par heure'
      : minutes === 1
        ? 'Un tirage par minute'
        : `Un tirage toutes les ${minutes} minutes`,
  closes: (seconds) => `clôture des mises ${seconds} s avant`,
  committedUntil: 'Engagé jusqu’à',
  committedNote: 'leurs conditions ne changent jamais',
  versions: 'Versions',
  columns: {
    number: 'N°',
    begins: 'Commence après',
    every: 'Minutes',
    closes: 'Clôture, s',
    made: 'Créée',
    by: 'Demande',
  },
  fromSettings: 'réglages',
  fromTheStart: 'le premier tirage',
  inForce: 'en vigueur',
  ahead: 'à venir',
  try: 'Un autre calendrier',
  everyMinutes: 'Minutes entre les tirages',
  closeSeconds: 'Clôture des mises, secondes avant',
  begins: 'Commence',
  whereEnds: 'à la fin des tirages engagés',
  sooner: 'plus tôt',
  soonerAt: (zone) => `Après ce moment, heure de ${zone}`,
  calendars: 'Les deux calendriers, deux heures à partir de là',
  today: 'Actuel',
  wanted: 'Proposé',
  salesClose: 'Clôture des mises',
  outcome: {
    begins: 'Commence après',
    calledOff: 'Annulés',
    calledOffOf: (draws) =>
      draws === '1' ? '1 tirage engagé qui n’y a pas de place' : `${draws} tirages engagés qui n’y ont pas de place`,
    noneCalledOff: 'aucun tirage',
    kept: 'Conservés tels quels',
    keptOf: (draws) =>
      draws === '1' ? '1 tirage engagé, avec ses conditions' : `${draws} tirages engagés, avec leurs conditions`,
    noneKept: 'aucun n’est engagé après',
  },
  refusals: {
    hasTickets: 'Un tirage à annuler a un ticket : commencez à la fin des tirages engagés.',
    tooSoon: 'Un tirage à annuler ferme dans la minute : commencez plus tard.',
    closesTooEarly: 'Les mises doivent fermer après le tirage précédent.',
  },
  ask: 'Modifier…',
  same: 'C’est déjà le plus récent.',
};
