/** User agents of search engines and of programs that make previews of links. They get no error pages to keep or to show. */
const bots = [
  // search engines
  "googlebot",
  "bingbot",
  "slurp",
  "duckduckbot",
  "baiduspider",
  "yandex",
  "sogou",
  "applebot",
  "petalbot",
  // previews of links
  "facebookexternalhit",
  "twitterbot",
  "linkedinbot",
  "slackbot",
  "discordbot",
  "telegrambot",
  "whatsapp",
  "embedly",
  "skypeuripreview",
  "pinterestbot",
];

export function isBot(userAgent: string): boolean {
  const name = userAgent.toLowerCase();
  return bots.some((bot) => name.includes(bot));
}
