package app

import (
	"cohortium/internal/app/console"
	"cohortium/internal/area/bioindex"
	"cohortium/internal/area/bioindex/source"
	"cohortium/internal/area/reference"
	"cohortium/internal/gwas/genome"
	"cohortium/internal/platform/config"
)

// openIndexes creates the service of the mini BioIndex.
func (k *stack) openIndexes(s config.Settings) {
	k.indexes = bioindex.NewService(k.store.Indexes(), k.indexSources(s), k.uploads, k.blobs, k.datasets, console.Now, newID, bioindex.Config{
		MaxIndexes: s.MaxIndexes, Quota: s.IndexQuotaBytes, MostBytes: s.IndexPageBytes,
		Genes: reference.Open(s.Reference(), console.Now).GeneList, Accounts: k.store.Accounts(), TempDir: s.Temp(), Log: k.log, Crash: k.tuning.crash,
	})
}

// indexSources returns the files of the areas for indexes and tables.
func (k *stack) indexSources(s config.Settings) source.Files {
	target, _ := genome.ParseBuild(s.TargetBuild) // the settings were validated
	return source.Files{Uploads: k.uploads, Datasets: k.datasets, Hermes: k.hermes, Target: target}
}
