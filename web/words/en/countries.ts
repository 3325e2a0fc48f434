/** The countries of the West African Economic and Monetary Union, which share the franc. */
export const words = {
  country: 'Country',
  names: {
    BJ: 'Benin',
    BF: 'Burkina Faso',
    CI: 'Côte d’Ivoire',
    GW: 'Guinea-Bissau',
    ML: 'Mali',
    NE: 'Niger',
    SN: 'Senegal',
    TG: 'Togo',
  },
};
