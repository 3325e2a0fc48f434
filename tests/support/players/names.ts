/** Names that are common in the countries of the product, the most common first. */
export const surnames = `
Traoré Koné Ouattara Coulibaly Kouassi Diallo Diop Touré Kouamé Konan Ouédraogo Cissé Diarra Keïta Camara Sow Ndiaye Sanogo Koffi Bamba
Yao Kouadio Fofana Doumbia Sidibé Ba Fall Diabaté Sawadogo Kaboré N'Guessan Konaté Dembélé Sangaré Sissoko Gueye Faye Sy Barry Bah Diakité
Soro Silué Yéo Tuo Zongo Compaoré Ilboudo Tapsoba Kinda Nikiéma Zoungrana Ki Sanou Somé Dabiré Hien Kambou Palé Sessi Agbodjan Amegan
Mensah Lawson Adjovi Houngbédji Dossou Ahouansou Gbaguidi Hounkpatin Kpatchavi Akakpo Ayité Tchalla Bawa Issa Harouna Maïga Moussa Oumarou
Abdou Seydou Mahamadou Garba Amadou Gomis Mendy Mané Sané Sagna Badji Diédhiou Coly Tamba Biagui Bodian Diatta Cabral Gomes Vieira Da_Silva
Té Embaló Djaló Baldé Cassamá Sambú Wade Seck Thiam Niang Mbaye Mbengue Samb Dieng Sarr Senghor Diouf Ngom Tall Kane Wane Ly Dia Bâ Sall Gaye
Lo Ka Aké Assi Aka Ehui Adou Anoh Brou Tanoh Kacou Ettien Eba Assamoi Gnagne Lath Mel Essis Djédjé Gbagbo Zadi Séri Gnahoré Digbeu Gohou
Blé Guéï Doué Gueu Kpan Oulaï Zougrou Bédié Allou Boni Amani Kra Kobenan Kossonou Adjoumani Dagnogo Meïté Bakayoko Méité Karamoko Sylla
`
  .trim()
  .split(/\s+/);

export const firstNames = `
Mohamed Fatoumata Mamadou Aminata Moussa Mariam Ibrahim Awa Amadou Aïcha Oumar Kadiatou Adama Fanta Issa Salimata Abdoulaye Rokia Souleymane
Djénéba Boubacar Assétou Seydou Bintou Drissa Maïmouna Lassina Ramata Yacouba Korotoumou Siaka Nana Bakary Oumou Daouda Safiatou Karim
Habibatou Ali Hawa Youssouf Khady Cheikh Ndèye Modou Sokhna Pape Astou Ousmane Coumba Babacar Mame Alioune Fatou Serigne Yacine Jean Marie
Paul Anne Pierre Brigitte Kouadio Affoué Koffi Akissi Yao Aya Konan Amenan Kouamé Ahou N'Dri Adjoua Kouassi Amoin Eric Clarisse Serge Nadège
Hervé Sandrine Didier Estelle Arsène Prisca Aristide Grâce Christian Rachelle Franck Édith Patrick Solange Blaise Georgette Firmin Pélagie
Emmanuel Esther Samuel Ruth Moïse Rebecca Joël Sarah Kossi Afi Komlan Akossiwa Yawo Abla Kodjo Adjo Kokou Ama Mawuli Akofa Sènan Sèna
Codjo Ablawa Comlan Assiba Dossa Dossi Salif Rasmata Hamidou Zalissa Tidiane Mouniratou Inoussa Wendkuni Pingdwendé Talato Abdoul Zeinabou
Mahamane Hadiza Laouali Balkissa Sani Rachida Ousseini Ramatou João Maria António Fátima Carlos Domingas Braima Binta Aliu Cadi Nhima Infali
`
  .trim()
  .split(/\s+/);

export interface Somebody {
  readonly firstName: string;
  readonly lastName: string;
  /** `YYYY-MM-DD` */
  readonly birthDate: string;
}

/**
 * Makes different adults, the same at each call: names come as often as in a population, a third have a second first name, a
 * tenth two surnames, and one in seven does not know the birth date and is registered as born on 1 January.
 */
export function inventPeople(count: number, seed = 1): Somebody[] {
  const random = createRandom(seed);
  const below = (limit: number) => Math.floor(random() * limit);
  // The square of a random number makes the first names of a list the most common.
  const oneOf = (list: readonly string[]) => list[Math.floor(random() ** 2 * list.length)]!.replaceAll('_', ' ');
  const several = (list: readonly string[], chance: number) =>
    random() < chance ? `${oneOf(list)} ${oneOf(list)}` : oneOf(list);
  return Array.from({ length: count }, () => {
    const day = new Date(Date.UTC(1950 + below(57), 0, random() < 1 / 7 ? 1 : 1 + below(365)));
    return {
      firstName: several(firstNames, 1 / 3),
      lastName: several(surnames, 1 / 10),
      birthDate: day.toISOString().slice(0, 10),
    };
  });
}

/** Numbers from 0 to 1 that are the same at each run (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
