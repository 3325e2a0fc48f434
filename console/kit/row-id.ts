/** Names a row of a list. */
export type RowId<Row> = (row: Row) => string;
/** A row that its `id` names. */
export interface WithId {
  readonly id: string | number;
}
export type Identified<Row> = Row extends WithId ? { readonly rowId?: RowId<Row> } : { readonly rowId: RowId<Row> };

export const idOf = (row: unknown): string => String((row as WithId).id);
