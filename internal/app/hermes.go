package app

import (
	"cohortium/internal/app/console"
	"cohortium/internal/area/hermes"
	"cohortium/internal/area/reference"
	"cohortium/internal/platform/config"
)

// openHermes creates the service of HERMES; phenotypes are the initial ones of an empty database.
func (k *stack) openHermes(s config.Settings, phenotypes []hermes.Phenotype) {
	installed := reference.Open(s.Reference(), console.Now)
	k.hermes = hermes.NewService(k.store.Hermes(), k.uploads, k.blobs, console.Now, newID, hermes.Config{
		Phenotypes: phenotypes,
		Panels:     installed,
		Chains:     installed,
		Sequences:  installed,
		Scores:     installed,
		Numbers:    installed,
		Genes:      installed.GeneList,
		Mailer:     k.mailer,
		Accounts:   k.store.Accounts(),
		BaseURL:    publicURL(s.Web),
		TempDir:    s.Temp(),
		Version:    console.Version,
		Log:        k.log,
		Crash:      k.tuning.crash,
	})
}
