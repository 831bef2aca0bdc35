package app

import (
	"cohortium/internal/app/console"
	"cohortium/internal/area/bioindex"
	"cohortium/internal/area/bioindex/source"
	"cohortium/internal/platform/config"
	"cohortium/internal/platform/quota"
)

// openIndexes creates the service of the mini BioIndex.
func (k *stack) openIndexes(s config.Settings) {
	k.indexes = bioindex.NewService(k.store.Indexes(), k.indexSources(), k.uploads, k.blobs, k.datasets, console.Now, newID, bioindex.Config{
		MaxIndexes: s.MaxIndexes, Quota: quota.Setting(s.IndexQuotaBytes), MostBytes: s.IndexPageBytes,
		Genes: k.references.GeneList, Accounts: k.store.Accounts(), TempDir: s.Temp(), Log: k.log, Crash: k.tuning.crash,
	})
}

// indexSources returns the files of the areas for indexes and tables.
func (k *stack) indexSources() source.Files {
	return source.Files{Uploads: k.uploads, Datasets: k.datasets, Hermes: k.hermes}
}
