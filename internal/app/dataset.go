package app

import (
	"crypto/rand"

	"cohortium/internal/adapter/publication"
	"cohortium/internal/app/console"
	"cohortium/internal/area/dataset"
	datasetsource "cohortium/internal/area/dataset/source"
	"cohortium/internal/platform/config"
	"cohortium/internal/platform/quota"
)

// openDatasets creates the service of the registry.
func (k *stack) openDatasets(s config.Settings) {
	k.datasets = dataset.NewService(k.store.Datasets(), k.uploads, k.blobs, console.Now, newID, dataset.Config{
		BaseURL: publicURL(s.Web), Accounts: k.store.Accounts(), TempDir: s.Temp(), Version: console.Version,
		Quota: quota.Setting(s.DatasetQuotaBytes), LinkLongest: s.LinkLongest, Publications: publications(s.Work),
		Results: datasetsource.Results{Hermes: k.hermes, Version: console.Version},
		Genes:   k.references.GeneList,
		Random:  rand.Reader, Log: k.log, Crash: k.tuning.crash,
	})
}

// publications returns the look-up of publications, nil if it is disabled.
func publications(s config.Work) dataset.Publications {
	if !s.PublicationLookup {
		return nil
	}
	return publication.New(publication.Options{Contact: s.PublicationContact, Version: console.Version, Now: console.Now})
}
