/** The ends of a hash; hovering shows all of it. */
export function Hash({ of: hash }: { readonly of: string }) {
  return (
    <span className="mono" title={hash}>
      {hash.slice(0, 4)} {hash.slice(4, 8)} … {hash.slice(-4)}
    </span>
  );
}
