package httpapi_test

import (
	"cmp"
	"slices"
	"strings"
	"testing"

	"cohortium/internal/adapter/httpapi"
	"cohortium/internal/area/hermes"
	"cohortium/internal/area/hermes/hermestest"
	"cohortium/internal/platform/auth"
)

// objects are the ids that a route needs.
type objects struct {
	id, run, area string
	in            map[string]string // ids of the object's parts, by the names in the path
}

// maker creates an object of an owner.
type maker func(t *testing.T, owner, area string) objects

// makerFor finds the maker of a route's objects. A route with an id and without a maker fails the
// test, because its ownership check would be untested.
func (s *site) makerFor(t *testing.T, pattern, meta string) maker {
	t.Helper()
	_, path, _ := strings.Cut(pattern, " ")
	prefix, _, found := strings.Cut(path, "{id}")
	if !found {
		return nil
	}
	if strings.HasPrefix(pattern, "OPTIONS ") {
		return func(*testing.T, string, string) objects { return objects{id: "any"} } // the capabilities of the protocol
	}
	var open *objects
	makers := map[string]maker{
		"/api/uploads/": func(t *testing.T, owner, _ string) objects {
			return objects{id: s.send(t, owner, "cell.tsv", []byte("content"), 0)}
		},
		"/api/hermes/uploads/":                func(t *testing.T, owner, _ string) objects { return s.dataSetOf(t, owner) },
		"/api/jobs/":                          func(t *testing.T, owner, _ string) objects { o := s.dataSetOf(t, owner); o.id = o.area; return o },
		"/api/hermes/phenotype-requests/":     func(t *testing.T, owner, _ string) objects { return objects{id: s.phenotypeRequestOf(t, owner)} },
		"/api/hermes/prepared-meta-analyses/": func(t *testing.T, owner, _ string) objects { return objects{id: s.preparedMetaOf(t, owner)} },
		"/api/hermes/meta-analyses/": func(*testing.T, string, string) objects {
			if strings.HasPrefix(pattern, "DELETE ") { // the general one stays
				return objects{id: "absent"}
			}
			return objects{id: meta}
		},
		"/api/hermes/freezes/": func(t *testing.T, _, _ string) objects { return objects{id: s.someFreeze(t).ID} },
		"/api/sgc/cohorts/":    func(t *testing.T, owner, _ string) objects { return objects{id: s.someCohort(t, owner)} },
		"/api/studies/": func(t *testing.T, owner, _ string) objects {
			return objects{id: s.newStudy(t, owner, "Cell "+s.newID())}
		},
		"/api/datasets/":                     func(t *testing.T, owner, _ string) objects { return s.datasetWithFile(t, owner) },
		"/api/indexes/":                      func(t *testing.T, owner, _ string) objects { return objects{id: s.waitingIndex(t, owner)} },
		"/api/tools/runs/":                   func(t *testing.T, owner, _ string) objects { return objects{id: s.toolRunOf(t, owner)} },
		"/api/configurations/":               func(t *testing.T, owner, _ string) objects { return objects{id: s.somePage(t, owner)} },
		"/api/tables/":                       func(t *testing.T, owner, _ string) objects { return objects{id: s.waitingTable(t, owner)} },
		"/api/bio/query/":                    func(t *testing.T, owner, _ string) objects { return objects{id: s.waitingIndex(t, owner)} },
		"/api/bio/count/":                    func(t *testing.T, owner, _ string) objects { return objects{id: s.waitingIndex(t, owner)} },
		"/api/bio/match/":                    func(t *testing.T, owner, _ string) objects { return objects{id: s.waitingIndex(t, owner)} },
		"/api/bio/keys/":                     func(t *testing.T, owner, _ string) objects { return objects{id: s.waitingIndex(t, owner)} },
		"/api/reference-installations/":      func(*testing.T, string, string) objects { return objects{id: "absent"} },
		"/api/public/datasets/":              func(t *testing.T, _, _ string) objects { return s.openCell(t, &open) },
		"/api/dataset-batches/":              func(*testing.T, string, string) objects { return objects{id: "absent"} },
		"/ga4gh/drs/v1/objects/":             func(*testing.T, string, string) objects { return objects{id: "absent"} }, // others: TestObjectsOf…
		"/api/sessions/":                     func(t *testing.T, owner, _ string) objects { return objects{id: s.sessionOf(t, owner)} },
		"/api/tokens/":                       func(t *testing.T, owner, _ string) objects { return objects{id: s.tokenOf(t, owner)} },
		"/api/profile/identities/":           func(t *testing.T, owner, _ string) objects { return objects{id: s.identityOf(t, owner)} },
		"/api/areas/{area}/users/":           func(t *testing.T, _, area string) objects { return objects{id: s.accountOf(t, area)} },
		"/api/areas/{area}/access-requests/": func(t *testing.T, _, area string) objects { return objects{id: s.accessRequestOf(t, area)} },
	}
	make, known := makers[prefix]
	if !known {
		t.Fatalf("no maker of objects for %s", pattern)
	}
	made := map[[2]string]objects{}
	return func(t *testing.T, owner, area string) objects {
		key := [2]string{owner, area}
		if o, ok := made[key]; ok && strings.HasPrefix(pattern, "GET ") { // unchanged
			return o
		}
		s.signedIn(owner)
		made[key] = make(t, owner, area)
		return made[key]
	}
}

// signedIn creates a session of an owner, if the clock may have passed the end of the last one, or
// a route has ended it.
func (s *site) signedIn(owner string) {
	if made, ok := s.made[owner]; !ok || s.now().Sub(made) > freshFor {
		s.made[owner], s.tokens[owner] = s.now(), s.freshSession(owner)
	}
}

// dataSetOf creates a data set of an owner whose first run still waits. Its job is in area for a
// moment.
func (s *site) dataSetOf(t *testing.T, owner string) objects {
	t.Helper()
	fileID := s.addFile(t, owner, "cell.tsv", hermestest.Sumstats(40, 1))
	u, err := s.hermes.Register(t.Context(), auth.NewIdentity(s.users[owner], nil), registration(fileID, "cell "+fileID))
	must(t, err)
	return objects{id: u.ID, run: u.RunID, area: u.Run.JobID}
}

// phenotypeRequestOf creates an open request for a phenotype.
func (s *site) phenotypeRequestOf(t *testing.T, owner string) string {
	t.Helper()
	name := s.newID()
	asker := &auth.User{ID: s.users[owner].ID, UserName: owner}
	r, err := s.hermes.AskForPhenotype(t.Context(), auth.NewIdentity(asker, nil), hermes.NewPhenotypeRequest{Wanted: name, Why: "cell"})
	must(t, err)
	return r.ID
}

// preparedMetaOf creates a prepared meta-analysis that waits.
func (s *site) preparedMetaOf(t *testing.T, owner string) string {
	t.Helper()
	p := &hermes.PreparedMeta{
		ID:        s.newID(),
		Name:      "Cell",
		Phenotype: "ALL_HF",
		Note:      "cell",
		Datasets:  []hermes.PreparedInput{},
		Options: hermes.MetaOptions{
			Scheme:      "ivw",
			MinStudies:  2,
			Palindromic: "keep",
		},
		Status:    hermes.PreparedWaiting,
		MadeBy:    owner,
		MakerID:   s.users[owner].ID,
		CreatedAt: s.now(),
		UpdatedAt: s.now(),
		Version:   1,
	}
	must(t, s.store.Hermes().InTx(t.Context(), func(tx hermes.Tx) error { return tx.CreatePreparedMeta(t.Context(), p) }))
	return p.ID
}

func (s *site) metaAnalysisOf(t *testing.T) string {
	t.Helper()
	m, _ := s.combine(t, 201, nil, s.approved(t, "first", "A", 1, nil), s.approved(t, "second", "B", 2, nil))
	s.work(t, m.JobID)
	return m.ID
}

// requestFor fills a pattern with the ids of objects and a body of valid form, which may break a
// rule.
func (s *site) requestFor(t *testing.T, pattern string, o objects) request {
	t.Helper()
	method, path, _ := strings.Cut(pattern, " ")
	q := request{method: method, header: map[string]string{}}
	parts := []string{"{$}", "", "{id}", o.id, "{run}", o.run, "{name}", "qq", "{area}", o.area,
		"{kind}", "cohort_description", "{version}", "1", "{code}", "ACNE_VULGARIS", "{format}", "schema-org", "{short}", "4inFLg", "{access}", "https",
		"{variant}", "rs1", "{gene}", "PITX2", "{file}", "SHA256SUMS", "{number}", "1", "{slug}", "no-page", "{logo}", "0123456789abcdef0123456789abcdef"}
	for _, name := range []string{"pid", "cid", "fid", "lid"} {
		parts = append(parts, "{"+name+"}", cmp.Or(o.in[name], "absent"))
	}
	q.path = strings.NewReplacer(parts...).Replace(path)
	if strings.HasPrefix(path, "/api/uploads/") {
		q.header["Tus-Resumable"], q.header["Upload-Offset"] = "1.0.0", "0"
		if method == "POST" {
			q.header["Upload-Length"] = "7"
		}
	}
	switch pattern {
	case "PATCH /api/uploads/{id}":
		q.body, q.header["Content-Type"] = []byte("content"), "application/offset+octet-stream"
	case "POST /api/sumstats/preview":
		q.path, q.body = q.path+"?file_name=a.tsv", hermestest.Sumstats(40, 1)
	case "PUT /api/hermes/settings", "PUT /api/consortium", "PUT /api/consortium/rules":
		q.header["If-Match"] = `"0"`
	case "PUT /api/hermes/uploads/{id}/metadata", "DELETE /api/hermes/uploads/{id}/review", "POST /api/hermes/uploads/{id}/review/answers",
		"PUT /api/hermes/uploads/{id}/reviewer":
		q.header["If-Match"] = `"1"`
	case "POST /api/sgc/cohorts/{id}/files/{kind}", "PUT /api/sgc/cohorts/{id}/files/{kind}":
		q.path, q.body = q.path+"?file_name=a.txt", []byte("A cohort of the north.")
		q.header["If-Match"] = `"2"`
	case "PUT /api/sgc/cohorts/{id}", "PUT /api/sgc/cohorts/{id}/owners", "POST /api/sgc/cohorts/{id}/validate", "DELETE /api/sgc/cohorts/{id}/files/{kind}":
		q.header["If-Match"] = `"2"`
	case "PUT /api/sgc/phenotypes/{code}", "PUT /api/hermes/phenotypes/{code}":
		q.header["If-Match"] = `"1"`
	case "PUT /api/studies/{id}", "PUT /api/datasets/{id}":
		q.header["If-Match"] = `"1"`
	case "PUT /api/datasets/{id}/owners", "PUT /api/datasets/{id}/sharing", "PATCH /api/indexes/{id}", "PUT /api/indexes/{id}/sharing",
		"PATCH /api/configurations/{id}", "PUT /api/configurations/{id}/draft", "POST /api/configurations/{id}/versions/{number}/restore",
		"PUT /api/configurations/{id}/sharing", "POST /api/configurations/{id}/publish", "POST /api/configurations/{id}/unpublish",
		"PUT /api/configurations/{id}/embedding", "PUT /api/hermes/prepared-meta-analyses/{id}",
		"POST /api/hermes/prepared-meta-analyses/{id}/withdrawal", "POST /api/hermes/prepared-meta-analyses/{id}/refusal",
		"PUT /api/hermes/freezes/{id}", "DELETE /api/hermes/freezes/{id}", "POST /api/hermes/freezes/{id}/start",
		"POST /api/hermes/freezes/{id}/cancel", "PUT /api/hermes/freezes/{id}/publication", "DELETE /api/hermes/freezes/{id}/publication",
		"POST /api/hermes/freezes/{id}/cohort-withdrawals":
		q.header["If-Match"] = `"99"`
	case "GET /api/hermes/freezes/{id}/cohort-withdrawals":
		q.path += "?cohort=North"
	case "PUT /api/configurations/{id}/picture":
		q.body = []byte("no picture")
	case "GET /api/hermes/meta-cautions", "GET /api/hermes/found-overlaps", "GET /api/hermes/review-findings":
		q.path += "?dataset=absent"
	case "GET /api/bio/query/{id}", "HEAD /api/bio/query/{id}", "GET /api/bio/count/{id}", "GET /api/bio/match/{id}":
		q.path += "?q=rs1"
	case "GET /api/publications":
		q.path += "?pub_id=1"
	case "GET /api/hermes/meta-analyses/{id}/results":
		q.path += "?region=1:1-1000"
	case "GET /api/audit/export":
		q.path += "?format=csv"
	case "POST /api/auth/create-user/{$}", "POST /api/auth/add-user-to-group/{$}":
		q.body, q.header["Content-Type"] = []byte("token=x&username=y&password=z"), "application/x-www-form-urlencoded"
	}
	if body, ok := bodies()[pattern]; ok {
		q.body = body
	} else if q.body == nil && takesJSON(t, pattern) {
		t.Fatalf("no body to try %s with", pattern)
	}
	return q
}

// bodies returns valid bodies of every call that accepts JSON. They change nothing that the next
// cell needs.
func bodies() map[string]any {
	type object = map[string]any
	never := object{"current_password": "not the password of anybody"}
	return map[string]any{
		"POST /api/login":                                object{"user_name": "x", "password": "y"},
		"POST /api/oidc/start":                           object{"purpose": "sign_in"},
		"POST /api/google-login":                         object{"code": "x", "state": "y"},
		"POST /api/password-reset":                       object{"user_name": "nobody"},
		"POST /api/password-reset/confirm":               object{"token": "x", "password": "y"},
		"POST /api/password-reset/keep":                  object{"token": "x"},
		"POST /api/links/look-up":                        object{"token": "x"},
		"POST /api/invitations/accept":                   object{"token": "x", "password": "y"},
		"POST /api/access-requests":                      object{"email": "x@example.org", "area": "hermes"},
		"POST /api/change-password":                      object{"password": "short"},
		"PATCH /api/profile":                             object{"first_name": "Given"},
		"POST /api/profile/second-factor":                object{},
		"POST /api/profile/second-factor/confirm":        object{"code": "000000"},
		"DELETE /api/profile/second-factor":              never,
		"POST /api/profile/second-factor/recovery-codes": never,
		"POST /api/tokens":                               object{"name": "x", "scopes": []string{"read"}, "days": 1},
		"POST /api/add-hermes-user":                      object{"user_name": "x", "password": "y", "user_type": "none"},
		"POST /api/sgc/create-user":                      object{"user_name": "x", "password": "y", "user_type": "none"},
		"PATCH /api/areas/{area}/users/{id}":             object{"is_active": true},
		"POST /api/areas/{area}/invitations": object{
			"dry_run": true,
			"items":   []object{{"user_name": "x@example.org", "user_type": "none"}},
		},
		"POST /api/areas/{area}/access-requests/{id}":                 object{"decision": "refuse"},
		"POST /api/auth/login/{$}":                                    object{"username": "x", "password": "y", "group": "sgc"},
		"POST /api/auth/change-password/{$}":                          object{"password": "short"},
		"POST /api/sgc/cohorts":                                       cohortBody("", 1000, 400, 600),
		"PUT /api/sgc/cohorts/{id}":                                   cohortBody("cell", 1000, 400, 600),
		"PUT /api/sgc/cohorts/{id}/owners":                            object{"owner": "sgc-uploader", "co_owners": []string{}},
		"POST /api/sgc/phenotypes":                                    object{"code": "not a code", "description": "x"},
		"PUT /api/sgc/phenotypes/{code}":                              object{"description": "Acne vulgaris"},
		"POST /api/tools/runs":                                        object{"upload_id": "absent", "task": "check"},
		"POST /api/known-loci":                                        object{"genome_build": "GRCh37", "leads": []any{}},
		"POST /api/reference":                                         object{"upload_id": "absent", "type": "panel", "version": "1"},
		"POST /api/hermes/phenotypes":                                 object{"name": "not a code", "description": "x", "dichotomous": true},
		"PUT /api/hermes/phenotypes/{code}":                           object{"description": "x", "dichotomous": true},
		"POST /api/hermes/prepared-meta-analyses":                     preparedBody("", "absent"),
		"PUT /api/hermes/prepared-meta-analyses/{id}":                 preparedBody("Cell", "absent"),
		"POST /api/hermes/prepared-meta-analyses/{id}/refusal":        object{"answer": "no"},
		"POST /api/hermes/phenotype-requests":                         object{"wanted": "", "why": "x", "dichotomous": true},
		"POST /api/hermes/phenotype-requests/{id}/decision":           object{"answer": ""},
		"POST /api/studies":                                           object{"name": "", "institution": "x"},
		"PUT /api/studies/{id}":                                       object{"name": "", "institution": "x"},
		"PUT /api/dataset-views/{name}":                               object{"search": "?q=x"},
		"POST /api/datasets":                                          datasetBody("", "absent", nil),
		"PUT /api/datasets/{id}":                                      datasetBody("", "absent", nil),
		"POST /api/datasets/{id}/clone":                               object{"name": ""},
		"PUT /api/datasets/{id}/owners":                               object{"owner": "nobody", "co_owners": []string{}},
		"PUT /api/datasets/{id}/sharing":                              object{"sharing": "private", "people": []string{}, "groups": []string{}},
		"POST /api/datasets/{id}/phenotypes":                          object{"phenotype": "", "dichotomous": false, "sample_size": 1},
		"PUT /api/datasets/{id}/phenotypes/{pid}":                     object{"phenotype": "", "dichotomous": false, "sample_size": 1},
		"PUT /api/datasets/{id}/phenotypes/{pid}/file":                object{"upload_id": "absent"},
		"POST /api/datasets/{id}/phenotypes/{pid}/credible-sets":      object{"name": "", "upload_id": "absent"},
		"PUT /api/datasets/{id}/phenotypes/{pid}/credible-sets/{cid}": object{"name": ""},
		"POST /api/datasets/{id}/files/{fid}/checks":                  object{"mapping": object{}},
		"POST /api/datasets/{id}/links":                               object{"file_id": "absent", "hours": 1},
		"POST /api/dataset-batches/preview":                           object{"text": "name"},
		"POST /api/dataset-batches":                                   object{"text": "name"},
		"POST /api/indexes":                                           object{"name": "", "source": absentSource(), "schema": "rsid"},
		"POST /api/configurations":                                    object{"table": "absent", "document": object{}},
		"POST /api/configurations/check":                              object{"document": object{}},
		"PATCH /api/configurations/{id}":                              object{"owner": "nobody"},
		"PUT /api/configurations/{id}/draft":                          object{"document": object{"title": "Cell"}},
		"POST /api/configurations/{id}/versions":                      object{"name": "Cell"},
		"PUT /api/configurations/{id}/sharing":                        object{"sharing": "private", "people": []string{}},
		"POST /api/configurations/{id}/publish":                       object{"slug": "cell", "follow": false},
		"PUT /api/configurations/{id}/embedding":                      object{"origins": []string{}},
		"POST /api/tables":                                            object{"source": absentSource()},
		"POST /api/tables/preview":                                    object{"source": absentSource()},
		"POST /api/indexes/preview":                                   object{"source": absentSource()},
		"PATCH /api/indexes/{id}":                                     object{"name": "Cell"},
		"POST /api/indexes/{id}/rebuild":                              object{},
		"POST /api/indexes/{id}/verify":                               object{},
		"PUT /api/indexes/{id}/sharing":                               object{"sharing": "private", "people": []string{}},
		"POST /api/hermes/metadata/check":                             object{"files": []object{{"name": "a.gz", "values": object{}}}},
		"POST /api/hermes/uploads": object{
			"upload_id": "absent",
			"metadata":  hermestest.Metadata("a", "b"),
			"mapping":   hermestest.Mapping(),
		},
		"PUT /api/hermes/uploads/{id}/metadata":        object{"metadata": hermestest.Metadata("a", "b"), "mapping": hermestest.Mapping()},
		"POST /api/hermes/uploads/{id}/qc-runs":        object{"fd": 0.2, "adj": "none", "noind": false},
		"POST /api/hermes/uploads/{id}/review":         object{"decision": "approve"},
		"POST /api/hermes/uploads/{id}/review/answers": object{"answers": []object{}},
		"PUT /api/hermes/uploads/{id}/reviewer":        object{"reviewer": ""},
		"PUT /api/consortium":                          profileBody(""),
		"PUT /api/consortium/rules":                    rulesBody("hg19", 5),
		"PUT /api/hermes/settings": object{
			"reviewers": 1,
			"checklist": []string{"N"},
			"qc":        object{"defaults": object{"fd": 0.2, "adj": "none", "noind": false}},
		},
		"POST /api/hermes/notices/read":  object{"until": "2020-01-01T00:00:00Z"},
		"PUT /api/hermes/notices/mails":  object{"mails": "daily"},
		"POST /api/datasets/from-result": object{"meta_analysis": "absent"},
		"POST /api/hermes/meta-analyses": object{
			"name":      "m",
			"phenotype": "ALL_HF",
			"datasets":  []string{"absent"},
			"options":   metaOptions(),
		},
		"POST /api/hermes/freezes":                         object{"name": "", "release_version": "1"},
		"POST /api/hermes/freeze-plan":                     object{"document": freezeDocument()},
		"PUT /api/hermes/freezes/{id}":                     object{"name": "", "release_version": "1"},
		"PUT /api/hermes/freezes/{id}/publication":         object{"name": "-"},
		"POST /api/hermes/freezes/{id}/cohort-withdrawals": object{"cohort": "Absent", "reason": "consent withdrawn"},
		"POST /api/hermes/metal-script":                    object{"script": "PROCESS a"},
	}
}

func takesJSON(t *testing.T, pattern string) bool {
	t.Helper()
	media, err := httpapi.Takes(pattern)
	must(t, err)
	return slices.Contains(media, "application/json")
}
