package app

import (
	"context"
	"errors"

	"cohortium/internal/app/console"
	"cohortium/internal/area/sgc"
	"cohortium/internal/platform/config"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/rule"
)

// openSGC creates the service of the cohorts.
func (k *stack) openSGC(s config.Settings) {
	cfg := sgc.Config{BaseURL: publicURL(s.Web), Mailer: k.mailer, Log: k.log, Crash: k.tuning.crash}
	if !s.ExternalUserService() { // accounts of another service are unknown here
		cfg.Accounts = k.store.Accounts()
	}
	k.sgc = sgc.NewService(k.store.SGC(), k.blobs, console.Now, newID, cfg)
}

// prepareAreas prepares the areas before a server or worker starts: it stores the rules of a new
// database and refuses other ones, brings in reference data of earlier versions, loads the phenotypes
// of both consortia, and hides numbers below a raised smallest cell.
func (k *stack) prepareAreas(ctx context.Context, w config.Work) error {
	if err := k.rules.Begin(ctx, rule.Given{TargetBuild: w.TargetBuild, MinCell: w.SGCMinCell}); errs.Is(err, errs.Conflict) {
		return console.Unusable(err)
	} else if err != nil {
		return err
	}
	if err := k.bringInReference(ctx); err != nil {
		return err
	}
	return errors.Join(k.hermes.EnsurePhenotypes(ctx), k.sgc.EnsurePhenotypes(ctx), k.sgc.EnsureHidden(ctx))
}
