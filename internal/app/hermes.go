package app

import (
	"cohortium/internal/app/console"
	"cohortium/internal/area/hermes"
	"cohortium/internal/platform/config"
)

// openHermes creates the service of HERMES; phenotypes are the initial ones of an empty database.
func (k *stack) openHermes(s config.Settings, phenotypes []hermes.Phenotype) {
	k.hermes = hermes.NewService(k.store.Hermes(), k.uploads, k.blobs, console.Now, newID, hermes.Config{
		Phenotypes: phenotypes,
		Panels:     k.references,
		Chains:     k.references,
		Sequences:  k.references,
		Scores:     k.references,
		Linkages:   k.references,
		Numbers:    k.references,
		Genes:      k.references.GeneList,
		Mailer:     k.mailer,
		Accounts:   k.store.Accounts(),
		BaseURL:    publicURL(s.Web),
		TempDir:    s.Temp(),
		Version:    console.Version,
		Log:        k.log,
		Crash:      k.tuning.crash,
	})
}
