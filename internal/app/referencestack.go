package app

import (
	"context"
	"fmt"

	"cohortium/internal/adapter/localcopy"
	"cohortium/internal/app/console"
	"cohortium/internal/area/bioindex"
	"cohortium/internal/area/dataset"
	"cohortium/internal/area/hermes"
	"cohortium/internal/area/reference"
	"cohortium/internal/platform/config"
)

// referenceReaders are the kinds of job that read each type of reference data. Pages read the others.
var referenceReaders = map[reference.Type][]string{
	reference.Panel:     {hermes.KindQC, hermes.KindMeta},
	reference.Fasta:     {hermes.KindQC, hermes.KindMeta},
	reference.Chain:     {hermes.KindQC},
	reference.LDScores:  {hermes.KindQC},
	reference.RSNumbers: {hermes.KindQC},
	reference.Genes:     {hermes.KindQC, hermes.KindMeta, dataset.KindCheck, bioindex.KindBuild},
}

// openReference opens the reference data of the installation.
func (k *stack) openReference(s config.Settings) {
	copies := localcopy.New(s.ReferenceCache(), s.ReferenceCacheBytes, k.blobs, k.log)
	k.closers = append(k.closers, copies.Close)
	db := k.store.Reference()
	k.references = reference.InStore(db, copies, console.Now)
	k.installer = reference.NewInstaller(k.references, db, k.uploads, k.blobs, k.store, console.Now, newID, reference.Config{
		TempDir: s.Temp(), Readers: referenceReaders, Log: k.log, Crash: k.tuning.crash,
	})
}

// bringInReference installs reference data that an earlier version, or a command without a server, kept
// in the data folder.
func (k *stack) bringInReference(ctx context.Context) error {
	folder := config.Storage{Data: k.data}.Reference()
	if err := k.installer.BringIn(ctx, folder); err != nil {
		return console.Unusable(fmt.Errorf("the reference data in %s cannot be copied into the file store; correct or remove the file: %w", folder, err))
	}
	return nil
}
