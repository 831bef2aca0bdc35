package sgc_test

import (
	"testing"

	"cohortium/internal/area/sgc"
	"cohortium/internal/area/sgc/check"
	"cohortium/internal/platform/errs"
)

// TestArchiveIsDropped checks that numbers that were hidden, corrected or deleted are not in the
// archive any more. Additional numbers do not remove the archive.
func TestArchiveIsDropped(t *testing.T) {
	retired := true
	for name, change := range map[string]struct {
		do    func(t *testing.T, o *office, v *sgc.CohortView) error
		stays bool
	}{
		"a cohort is deleted": {do: func(t *testing.T, o *office, v *sgc.CohortView) error {
			return o.DeleteCohort(t.Context(), o.rita, v.ID)
		}},
		"a file is replaced": {do: func(t *testing.T, o *office, v *sgc.CohortView) error {
			o.put(t, v, check.Description, "A cohort of the south.\n")
			return nil
		}},
		"a file is taken away": {do: func(t *testing.T, o *office, v *sgc.CohortView) error {
			_, err := o.RemoveFile(t.Context(), o.una, v.ID, check.PairsMale, v.Version)
			return err
		}},
		"sizes are corrected": {do: func(t *testing.T, o *office, v *sgc.CohortView) error {
			in := example("North")
			in.Total++
			_, err := o.UpdateCohort(t.Context(), o.una, v.ID, v.Version, in)
			return err
		}},
		"a first file hides numbers of another": {do: func(t *testing.T, o *office, v *sgc.CohortView) error {
			other, err := o.CreateCohort(t.Context(), o.una, example("East"))
			must(t, err)
			o.put(t, other, check.PairsMale, pairsText("PSOR,ZOSTER,50"))
			o.archive(t)
			o.put(t, other, check.CasesMale, casesText("PSOR,<60,300,", "ZOSTER,200,200,"))
			return nil
		}},
		"the smallest cell is raised": {do: func(t *testing.T, o *office, _ *sgc.CohortView) error {
			o.hideBelow(t, 11)
			return o.EnsureHidden(t.Context())
		}},
		"a phenotype is retired": {do: func(t *testing.T, o *office, _ *sgc.CohortView) error {
			p, err := o.Phenotype(t.Context(), o.rita, "PSOR")
			must(t, err)
			_, err = o.UpdatePhenotype(t.Context(), o.rita, "PSOR", p.Version, sgc.PhenotypeInput{Description: p.Description, Retired: &retired})
			return err
		}},
		"a phenotype is deleted": {do: func(t *testing.T, o *office, _ *sgc.CohortView) error {
			return o.DeletePhenotype(t.Context(), o.rita, "VITILIGO")
		}},
		"a cohort is registered": {stays: true, do: func(t *testing.T, o *office, _ *sgc.CohortView) error {
			_, err := o.CreateCohort(t.Context(), o.una, example("West"))
			return err
		}},
		"a first file comes": {stays: true, do: func(t *testing.T, o *office, _ *sgc.CohortView) error {
			other, err := o.CreateCohort(t.Context(), o.una, example("West"))
			must(t, err)
			o.put(t, other, check.CasesMale, casesText("PSOR,100,300,"))
			return nil
		}},
		"a cohort is validated": {stays: true, do: func(t *testing.T, o *office, v *sgc.CohortView) error {
			_, err := o.Validate(t.Context(), o.una, v.ID, v.Version)
			return err
		}},
	} {
		t.Run(name, func(t *testing.T) {
			onEach(t, func(t *testing.T, o *office) {
				v := o.fill(t, o.cohort(t, "North"))
				o.archive(t)
				must(t, change.do(t, o, v))
				_, in, err := o.OpenArchive(t.Context(), o.rita)
				if err == nil {
					must(t, in.Close())
				}
				if gone := errs.Is(err, errs.NotFound); gone == change.stays {
					t.Errorf("after that the archive: %v", err)
				}
				if a, err := o.Archive(t.Context(), o.rita); err != nil || (a.MadeAt == nil) == change.stays {
					t.Errorf("%+v, %v", a, err)
				}
				if blobs := o.archiveBlobs(t); (len(blobs) == 0) == change.stays {
					t.Errorf("blobs %v", blobs)
				}
			})
		})
	}
}

// archive creates an archive.
func (o *office) archive(t *testing.T) {
	t.Helper()
	id := o.ask(t)
	must(t, o.RunJob(t.Context(), id, o.claim(t, id)))
	if a, err := o.Archive(t.Context(), o.rita); err != nil || a.State != sgc.ArchiveReady {
		t.Fatalf("%+v, %v", a, err)
	}
}

// TestArchiveIsPackedAgain checks that an archive does not contain data that were withdrawn while
// it was packed.
func TestArchiveIsPackedAgain(t *testing.T) {
	for name, change := range map[string]func(t *testing.T, o *office, v *sgc.CohortView){
		"cohort": func(t *testing.T, o *office, v *sgc.CohortView) { must(t, o.DeleteCohort(t.Context(), o.rita, v.ID)) },
		"phenotype": func(t *testing.T, o *office, _ *sgc.CohortView) {
			must(t, o.DeletePhenotype(t.Context(), o.rita, "VITILIGO"))
		},
	} {
		t.Run(name, func(t *testing.T) {
			onEach(t, func(t *testing.T, o *office) {
				v := o.cohort(t, "North")
				id := o.ask(t)
				packed := 0
				o.crash = func(point string) {
					if point == "sgc-archive:stored" {
						if packed++; packed == 1 {
							change(t, o, v)
						}
					}
				}
				must(t, o.RunJob(t.Context(), id, o.claim(t, id)))
				if packed != 2 {
					t.Errorf("packed %d times", packed)
				}
				left := int64(1)
				if name == "cohort" {
					left = 0
				}
				o.checkOneArchive(t, id, left)
			})
		})
	}
}

// TestArchiveThatChangesAllTheTime checks that no archive is created rather than a wrong one.
func TestArchiveThatChangesAllTheTime(t *testing.T) {
	onEach(t, func(t *testing.T, o *office) {
		v := o.cohort(t, "North")
		id := o.ask(t)
		o.crash = func(point string) {
			if point == "sgc-archive:stored" {
				v = o.put(t, v, check.Description, "Another one.\n")
			}
		}
		rep := o.claim(t, id)
		err := o.RunJob(t.Context(), id, rep)
		if err == nil {
			t.Fatal("an archive that is outdated was made")
		}
		must(t, o.GiveUp(t.Context(), id, rep.Lease(), err))
		if a, err := o.Archive(t.Context(), o.rita); err != nil || a.State != sgc.ArchiveFailed || len(o.archiveBlobs(t)) != 0 {
			t.Errorf("%+v, %v, blobs %v", a, err, o.archiveBlobs(t))
		}
	})
}
