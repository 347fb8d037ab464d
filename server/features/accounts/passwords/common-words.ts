/**
 * Words that people use in passwords first, and words that this product suggests to them. Collected by hand; no
 * published list was used. Lower case, without accents.
 */
const text = `
  password passwort passwd passcode passphrase pass word secret letmein welcome login logon signin signup admin
  administrator root user guest test testing demo hello howdy change changeme default master access account open enter
  private secure security safe computer laptop internet server system windows google apple amazon facebook instagram
  youtube twitter samsung android iphone nokia microsoft office trustno whatever nothing something anything blahblah
  love loveyou iloveyou lovely lover baby babygirl babyboy angel princess prince queen king honey sweet sweetie sweety
  darling sugar family mother mommy mama mom father daddy papa dad sister brother grandma grandpa granny nana auntie
  uncle son daughter child children kids husband wife spouse friend friends buddy heart forever ever always together happy
  happiness lucky smile sunshine beautiful pretty handsome gorgeous sexy cute cutie money rich dollar diamond silver
  jesus christ god lord heaven faith hope grace blessed bless amen spirit freedom peace justice liberty victory
  monkey dragon tiger lion bear eagle falcon phoenix horse pony dog doggy cat kitty kitten puppy bunny rabbit wolf fox
  panda dolphin shark whale turtle butterfly bird birdie fish spider snake mouse chicken duck elephant unicorn
  football soccer baseball basketball softball hockey tennis golf golfer boxing racing runner swimming fishing hunting
  hunter sports player winner champion yankees lakers cowboys steelers eagles broncos liverpool arsenal chelsea
  barcelona madrid united rangers mustang camaro corvette porsche ferrari mercedes harley honda toyota yamaha
  spring summer autumn fall winter january february march april may june july august september october november
  december monday tuesday wednesday thursday friday saturday sunday morning night midnight today tomorrow christmas
  easter halloween birthday wedding holiday vacation weekend
  red orange yellow green blue purple pink black white brown grey gray gold rainbow flower flowers rose rosie lily
  daisy jasmine violet garden sunflower tree forest river ocean beach island mountain sky star stars moon sun sunset
  sunrise storm thunder lightning snow rain fire water earth wind winds light shadow dark
  cookie cookies chocolate candy coffee cheese banana cherry lemon peach melon pepper ginger peanut butter pumpkin
  pizza pasta bacon tequila whiskey beer wine
  superman batman spiderman ironman starwars skywalker pokemon pikachu naruto mario zelda minecraft fortnite matrix
  ninja samurai pirate warrior soldier knight wizard magic killer ghost zombie vampire hacker rockstar rock metal
  metallica nirvana beatles elvis guitar piano music dance dancer dancing singer movie hollywood disney barbie mickey
  michael jennifer jessica ashley amanda daniel thomas robert james john johnny david joseph charlie charles jordan
  andrew anthony george william maria mary anna annie emma emily olivia sophia sophie isabella mia ava amelia charlotte
  elizabeth hannah sarah sara laura julia julie nicole michelle melissa stephanie rachel rebecca samantha victoria
  alexander alex alexis matthew joshua jacob ethan noah liam lucas mason logan oliver henry jack jackson benjamin
  samuel christopher christian brandon justin kevin brian eric ryan tyler austin dylan nathan adam aaron peter paul
  mark luke simon martin patrick richard steven edward frank louis max leo oscar harry buster rocky bailey molly
  america american texas california florida chicago boston brooklyn newyork london paris berlin england scotland
  ireland canada mexico brazil china japan india russia france spain italy germany africa europe country home house
  school college student teacher doctor nurse police army navy marine pilot captain company business manager
  longafter long after golden thread first echo eternal light legacy memory memories memorial remember remembrance
  letter letters message messages deliver delivery keepsake recipient trusted contact gift gifts frame afterlife
  counselor vault photo photos video videos audio album journal dashboard
`;

export const commonWords: readonly string[] = text.trim().split(/\s+/);
