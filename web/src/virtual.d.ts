declare module "virtual:sprite" {
  const sprite: string;
  export default sprite;
}
declare const __FIXTURES__: boolean;
declare module "virtual:themes.css";
