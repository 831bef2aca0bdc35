package app

import (
	"net/url"
	"slices"

	"cohortium/internal/app/console"
	"cohortium/internal/area/browse"
	"cohortium/internal/area/drs"
	"cohortium/internal/area/search"
	"cohortium/internal/area/setup"
	"cohortium/internal/platform/config"
)

// search creates the search over all areas, in the order of the area menu.
func (k *stack) search(s config.Settings) *search.Service {
	return search.New(
		k.log,
		search.Genome(k.browser(s)),
		search.Hermes(k.hermes),
		search.SGC(k.sgc),
		search.Datasets(k.datasets),
		search.Pages(k.pages),
		search.People(k.auth),
	)
}

// browser creates the browser of the results of all areas.
func (k *stack) browser(s config.Settings) *browse.Service {
	sources := slices.Concat(browse.Hermes(k.hermes), browse.Datasets(k.datasets), browse.Tools(k.tools))
	return browse.New(browse.Config{
		Sources:    sources,
		RSNumbers:  browse.Numbers{Sources: sources, Kept: k.rows},
		Kept:       k.rows,
		References: browse.Installed(k.references),
	})
}

// objects creates the GA4GH DRS service.
func (k *stack) objects() *drs.Service {
	return drs.New(k.datasets, k.store.Accounts(), console.Now, slices.Concat(drs.Hermes(k.hermes, k.audit), drs.Datasets(k.datasets))...)
}

// publicSearch creates the search over public objects.
func (k *stack) publicSearch(s config.Settings) *search.Service {
	return search.New(k.log, search.Public(k.browser(s), k.datasets))
}

// setup checks which parts of the set-up are missing.
func (k *stack) setup(s config.Settings) *setup.Service {
	return setup.New(setup.Deps{
		Accounts: k.auth, Hermes: k.hermes, Reference: k.references, Audit: k.audit, Mailer: k.mailer,
		MailServer: mailServer(s.Access), BaseURL: s.BaseURL, LinksTo: publicURL(s.Web), Rules: k.rules,
	})
}

// mailServer describes the mail server and the sender, without the password.
func mailServer(a config.Access) string {
	u, err := url.Parse(a.MailURL)
	if err != nil || a.MailURL == "" {
		return ""
	}
	return u.Host + " from " + a.MailFrom
}
