/** The JSON Schemas of the lines in `data/`, made from `exported-schemas.ts`: a phone that exports needs no zod. */
export const JSON_SCHEMAS = {
  profile: {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: {
      bio: {
        type: 'string',
        maxLength: 2000,
      },
      location: {
        anyOf: [
          {
            anyOf: [
              {
                type: 'string',
                enum: [
                  'Bedfordshire',
                  'Berkshire',
                  'Bristol',
                  'Buckinghamshire',
                  'Cambridgeshire',
                  'Cheshire',
                  'Cornwall',
                  'Cumbria',
                  'Derbyshire',
                  'Devon',
                  'Dorset',
                  'Durham',
                  'East Riding of Yorkshire',
                  'East Sussex',
                  'Essex',
                  'Gloucestershire',
                  'Greater London',
                  'Greater Manchester',
                  'Hampshire',
                  'Herefordshire',
                  'Hertfordshire',
                  'Isle of Wight',
                  'Kent',
                  'Lancashire',
                  'Leicestershire',
                  'Lincolnshire',
                  'Merseyside',
                  'Norfolk',
                  'North Yorkshire',
                  'Northamptonshire',
                  'Northumberland',
                  'Nottinghamshire',
                  'Oxfordshire',
                  'Rutland',
                  'Shropshire',
                  'Somerset',
                  'South Yorkshire',
                  'Staffordshire',
                  'Suffolk',
                  'Surrey',
                  'Tyne and Wear',
                  'Warwickshire',
                  'West Midlands',
                  'West Sussex',
                  'West Yorkshire',
                  'Wiltshire',
                  'Worcestershire',
                ],
              },
              {
                type: 'string',
                const: '',
              },
            ],
          },
          {
            type: 'null',
          },
        ],
      },
      sports: {
        type: 'array',
        items: {
          type: 'string',
          enum: [
            'Obedience',
            'Agility',
            'Rally',
            'Scent Work',
            'Detection',
            'Mondioring',
            'IGP/Schutzhund',
            'French Ring',
            'PSA',
            'Dock Diving',
            'Flyball',
            'Barn Hunt',
            'Herding',
            'Tracking',
            'Service Dog Training',
            'Protection Sports',
            'Gundog/Retriever Work',
            'Canicross',
            'Other',
          ],
        },
      },
      profileVisibility: {
        type: 'string',
        enum: ['public', 'private'],
      },
      profileImageUrl: {
        anyOf: [
          {
            type: 'string',
            pattern: '^media\\/',
          },
          {
            type: 'null',
          },
        ],
      },
      firstName: {
        anyOf: [
          {
            type: 'string',
            maxLength: 100,
          },
          {
            type: 'null',
          },
        ],
      },
      lastName: {
        anyOf: [
          {
            type: 'string',
            maxLength: 100,
          },
          {
            type: 'null',
          },
        ],
      },
    },
    required: ['profileImageUrl'],
  },
  dogs: {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: {
      id: {
        type: 'string',
        allOf: [
          {
            pattern:
              '^([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[1-8][0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-[0-9a-fA-F]{12}|00000000-0000-0000-0000-000000000000|ffffffff-ffff-ffff-ffff-ffffffffffff)$',
          },
          {
            pattern: '^.{14}[^5]',
          },
        ],
      },
      name: {
        type: 'string',
        maxLength: 100,
      },
      breed: {
        type: 'string',
        maxLength: 100,
      },
      birthdate: {
        type: 'string',
        format: 'date',
        pattern:
          '^(?:(?:\\d\\d[2468][048]|\\d\\d[13579][26]|\\d\\d0[48]|[02468][048]00|[13579][26]00)-02-29|\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|(?:02)-(?:0[1-9]|1\\d|2[0-8])))$',
      },
      titles: {
        maxItems: 50,
        type: 'array',
        items: {
          type: 'string',
          maxLength: 100,
        },
      },
      image: {
        anyOf: [
          {
            type: 'string',
            pattern: '^media\\/',
          },
          {
            type: 'null',
          },
        ],
      },
      notes: {
        type: 'string',
        maxLength: 10000,
      },
      retiredAt: {
        anyOf: [
          {
            type: 'string',
            format: 'date-time',
            pattern:
              '^(?:(?:\\d\\d[2468][048]|\\d\\d[13579][26]|\\d\\d0[48]|[02468][048]00|[13579][26]00)-02-29|\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|(?:02)-(?:0[1-9]|1\\d|2[0-8])))T(?:(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d+)?(?:Z|([+-](?:[01]\\d|2[0-3]):[0-5]\\d)))$',
          },
          {
            type: 'null',
          },
        ],
      },
    },
    required: ['name', 'breed', 'birthdate', 'image'],
  },
  cues: {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: {
      name: {
        type: 'string',
        maxLength: 100,
      },
      sport: {
        type: 'string',
        enum: [
          'Obedience',
          'Agility',
          'Rally',
          'Scent Work',
          'Detection',
          'Mondioring',
          'IGP/Schutzhund',
          'French Ring',
          'PSA',
          'Dock Diving',
          'Flyball',
          'Barn Hunt',
          'Herding',
          'Tracking',
          'Service Dog Training',
          'Protection Sports',
          'Gundog/Retriever Work',
          'Canicross',
          'Other',
        ],
      },
      difficulty: {
        type: 'string',
        enum: ['beginner', 'intermediate', 'advanced'],
      },
      description: {
        type: 'string',
        maxLength: 10000,
      },
      steps: {
        maxItems: 50,
        type: 'array',
        items: {
          type: 'string',
          maxLength: 500,
        },
      },
      visibility: {
        type: 'string',
        enum: ['private', 'friends', 'public'],
      },
      id: {
        type: 'string',
        allOf: [
          {
            pattern:
              '^([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[1-8][0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-[0-9a-fA-F]{12}|00000000-0000-0000-0000-000000000000|ffffffff-ffff-ffff-ffff-ffffffffffff)$',
          },
          {
            pattern: '^.{14}[^5]',
          },
        ],
      },
    },
    required: ['name'],
  },
  programs: {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: {
      name: {
        type: 'string',
        maxLength: 100,
      },
      dogId: {
        anyOf: [
          {
            type: 'string',
            format: 'uuid',
            pattern:
              '^([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[1-8][0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-[0-9a-fA-F]{12}|00000000-0000-0000-0000-000000000000|ffffffff-ffff-ffff-ffff-ffffffffffff)$',
          },
          {
            type: 'null',
          },
        ],
      },
      goal: {
        anyOf: [
          {
            type: 'string',
            maxLength: 10000,
          },
          {
            type: 'null',
          },
        ],
      },
      id: {
        type: 'string',
        allOf: [
          {
            pattern:
              '^([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[1-8][0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-[0-9a-fA-F]{12}|00000000-0000-0000-0000-000000000000|ffffffff-ffff-ffff-ffff-ffffffffffff)$',
          },
          {
            pattern: '^.{14}[^5]',
          },
        ],
      },
      cueIds: {
        maxItems: 1000,
        type: 'array',
        items: {
          type: 'string',
          format: 'uuid',
          pattern:
            '^([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[1-8][0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-[0-9a-fA-F]{12}|00000000-0000-0000-0000-000000000000|ffffffff-ffff-ffff-ffff-ffffffffffff)$',
        },
      },
    },
    required: ['name', 'cueIds'],
  },
  videos: {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: {
      title: {
        type: 'string',
        maxLength: 200,
      },
      description: {
        type: 'string',
        maxLength: 10000,
      },
      dogId: {
        anyOf: [
          {
            type: 'string',
            format: 'uuid',
            pattern:
              '^([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[1-8][0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-[0-9a-fA-F]{12}|00000000-0000-0000-0000-000000000000|ffffffff-ffff-ffff-ffff-ffffffffffff)$',
          },
          {
            type: 'null',
          },
        ],
      },
      weather: {
        anyOf: [
          {
            type: 'string',
            maxLength: 100,
          },
          {
            type: 'null',
          },
        ],
      },
      surface: {
        anyOf: [
          {
            type: 'string',
            maxLength: 100,
          },
          {
            type: 'null',
          },
        ],
      },
      place: {
        anyOf: [
          {
            type: 'string',
            maxLength: 100,
          },
          {
            type: 'null',
          },
        ],
      },
      showsResults: {
        type: 'boolean',
      },
      videoUrl: {
        anyOf: [
          {
            type: 'string',
            pattern: '^media\\/',
          },
          {
            type: 'null',
          },
        ],
      },
      thumbnailUrl: {
        anyOf: [
          {
            type: 'string',
            pattern: '^media\\/',
          },
          {
            type: 'null',
          },
        ],
      },
      trainedAt: {
        type: 'string',
        format: 'date-time',
        pattern:
          '^(?:(?:\\d\\d[2468][048]|\\d\\d[13579][26]|\\d\\d0[48]|[02468][048]00|[13579][26]00)-02-29|\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|(?:02)-(?:0[1-9]|1\\d|2[0-8])))T(?:(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d+)?(?:Z|([+-](?:[01]\\d|2[0-3]):[0-5]\\d)))$',
      },
      trainedZone: {
        type: 'string',
        maxLength: 64,
      },
      id: {
        type: 'string',
        allOf: [
          {
            pattern:
              '^([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[1-8][0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-[0-9a-fA-F]{12}|00000000-0000-0000-0000-000000000000|ffffffff-ffff-ffff-ffff-ffffffffffff)$',
          },
          {
            pattern: '^.{14}[^5]',
          },
        ],
      },
    },
    required: ['title', 'videoUrl', 'thumbnailUrl'],
  },
  comments: {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: {
      id: {
        type: 'string',
        allOf: [
          {
            pattern:
              '^([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[1-8][0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-[0-9a-fA-F]{12}|00000000-0000-0000-0000-000000000000|ffffffff-ffff-ffff-ffff-ffffffffffff)$',
          },
          {
            pattern: '^.{14}[^5]',
          },
        ],
      },
      content: {
        type: 'string',
        maxLength: 2000,
      },
      videoId: {
        type: 'string',
        format: 'uuid',
        pattern:
          '^([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[1-8][0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-[0-9a-fA-F]{12}|00000000-0000-0000-0000-000000000000|ffffffff-ffff-ffff-ffff-ffffffffffff)$',
      },
    },
    required: ['content', 'videoId'],
  },
  sets: {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: {
      cueId: {
        anyOf: [
          {
            type: 'string',
            format: 'uuid',
            pattern:
              '^([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[1-8][0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-[0-9a-fA-F]{12}|00000000-0000-0000-0000-000000000000|ffffffff-ffff-ffff-ffff-ffffffffffff)$',
          },
          {
            type: 'null',
          },
        ],
      },
      exercise: {
        type: 'string',
        maxLength: 100,
      },
      step: {
        anyOf: [
          {
            type: 'string',
            maxLength: 500,
          },
          {
            type: 'null',
          },
        ],
      },
      distanceM: {
        anyOf: [
          {
            type: 'number',
            minimum: 0,
            maximum: 10000,
          },
          {
            type: 'null',
          },
        ],
      },
      durationS: {
        anyOf: [
          {
            type: 'number',
            minimum: 0,
            maximum: 86400,
          },
          {
            type: 'null',
          },
        ],
      },
      count: {
        anyOf: [
          {
            type: 'integer',
            minimum: 0,
            maximum: 10000,
          },
          {
            type: 'null',
          },
        ],
      },
      countWord: {
        anyOf: [
          {
            type: 'string',
            maxLength: 40,
          },
          {
            type: 'null',
          },
        ],
      },
      distraction: {
        anyOf: [
          {
            type: 'string',
            enum: ['none', 'low', 'medium', 'high'],
          },
          {
            type: 'null',
          },
        ],
      },
      hitMeans: {
        anyOf: [
          {
            type: 'string',
            maxLength: 500,
          },
          {
            type: 'null',
          },
        ],
      },
      repsAsked: {
        type: 'integer',
        minimum: 1,
        maximum: 200,
      },
      startedAt: {
        type: 'string',
        format: 'date-time',
        pattern:
          '^(?:(?:\\d\\d[2468][048]|\\d\\d[13579][26]|\\d\\d0[48]|[02468][048]00|[13579][26]00)-02-29|\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|(?:02)-(?:0[1-9]|1\\d|2[0-8])))T(?:(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d+)?(?:Z|([+-](?:[01]\\d|2[0-3]):[0-5]\\d)))$',
      },
      position: {
        type: 'integer',
        minimum: 0,
        maximum: 1000,
      },
      reps: {
        maxItems: 400,
        type: 'array',
        items: {
          type: 'string',
          pattern: '^([0-9a-z]{8}) (hit|miss|helped)(?: at ([0-9a-z]{1,9}))?(?: film ([0-9a-z]{1,9}))?(?: took ([0-9a-z]{1,9}))?$',
        },
      },
      struck: {
        maxItems: 400,
        type: 'array',
        items: {
          type: 'string',
          pattern: '^[0-9a-z]{8}$',
        },
      },
      id: {
        type: 'string',
        allOf: [
          {
            pattern:
              '^([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[1-8][0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-[0-9a-fA-F]{12}|00000000-0000-0000-0000-000000000000|ffffffff-ffff-ffff-ffff-ffffffffffff)$',
          },
          {
            pattern: '^.{14}[^5]',
          },
        ],
      },
      videoId: {
        type: 'string',
        format: 'uuid',
        pattern:
          '^([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[1-8][0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-[0-9a-fA-F]{12}|00000000-0000-0000-0000-000000000000|ffffffff-ffff-ffff-ffff-ffffffffffff)$',
      },
    },
    required: ['exercise', 'videoId'],
  },
  plans: {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: {
      dogId: {
        anyOf: [
          {
            type: 'string',
            format: 'uuid',
            pattern:
              '^([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[1-8][0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-[0-9a-fA-F]{12}|00000000-0000-0000-0000-000000000000|ffffffff-ffff-ffff-ffff-ffffffffffff)$',
          },
          {
            type: 'null',
          },
        ],
      },
      day: {
        type: 'string',
        format: 'date',
        pattern:
          '^(?:(?:\\d\\d[2468][048]|\\d\\d[13579][26]|\\d\\d0[48]|[02468][048]00|[13579][26]00)-02-29|\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|(?:02)-(?:0[1-9]|1\\d|2[0-8])))$',
      },
      exercises: {
        maxItems: 50,
        type: 'array',
        items: {
          type: 'object',
          properties: {
            cueId: {
              anyOf: [
                {
                  type: 'string',
                  format: 'uuid',
                  pattern:
                    '^([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[1-8][0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-[0-9a-fA-F]{12}|00000000-0000-0000-0000-000000000000|ffffffff-ffff-ffff-ffff-ffffffffffff)$',
                },
                {
                  type: 'null',
                },
              ],
            },
            exercise: {
              type: 'string',
              maxLength: 100,
            },
            step: {
              anyOf: [
                {
                  type: 'string',
                  maxLength: 500,
                },
                {
                  type: 'null',
                },
              ],
            },
            distanceM: {
              anyOf: [
                {
                  type: 'number',
                  minimum: 0,
                  maximum: 10000,
                },
                {
                  type: 'null',
                },
              ],
            },
            durationS: {
              anyOf: [
                {
                  type: 'number',
                  minimum: 0,
                  maximum: 86400,
                },
                {
                  type: 'null',
                },
              ],
            },
            count: {
              anyOf: [
                {
                  type: 'integer',
                  minimum: 0,
                  maximum: 10000,
                },
                {
                  type: 'null',
                },
              ],
            },
            countWord: {
              anyOf: [
                {
                  type: 'string',
                  maxLength: 40,
                },
                {
                  type: 'null',
                },
              ],
            },
            distraction: {
              anyOf: [
                {
                  type: 'string',
                  enum: ['none', 'low', 'medium', 'high'],
                },
                {
                  type: 'null',
                },
              ],
            },
            hitMeans: {
              anyOf: [
                {
                  type: 'string',
                  maxLength: 500,
                },
                {
                  type: 'null',
                },
              ],
            },
            repsAsked: {
              type: 'integer',
              minimum: 1,
              maximum: 200,
            },
            id: {
              type: 'string',
              pattern: '^[0-9a-z]{8}$',
            },
          },
          required: ['exercise', 'id'],
        },
      },
      note: {
        anyOf: [
          {
            type: 'string',
            maxLength: 10000,
          },
          {
            type: 'null',
          },
        ],
      },
      videoIds: {
        maxItems: 100,
        type: 'array',
        items: {
          type: 'string',
          format: 'uuid',
          pattern:
            '^([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[1-8][0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-[0-9a-fA-F]{12}|00000000-0000-0000-0000-000000000000|ffffffff-ffff-ffff-ffff-ffffffffffff)$',
        },
      },
      done: {
        maxItems: 400,
        type: 'array',
        items: {
          type: 'string',
          pattern: '^[0-9a-z]{8} [0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$',
        },
      },
      id: {
        type: 'string',
        allOf: [
          {
            pattern:
              '^([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[1-8][0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-[0-9a-fA-F]{12}|00000000-0000-0000-0000-000000000000|ffffffff-ffff-ffff-ffff-ffffffffffff)$',
          },
          {
            pattern: '^.{14}[^5]',
          },
        ],
      },
    },
    required: ['day'],
  },
  trials: {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: {
      dogId: {
        anyOf: [
          {
            type: 'string',
            format: 'uuid',
            pattern:
              '^([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[1-8][0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-[0-9a-fA-F]{12}|00000000-0000-0000-0000-000000000000|ffffffff-ffff-ffff-ffff-ffffffffffff)$',
          },
          {
            type: 'null',
          },
        ],
      },
      name: {
        type: 'string',
        maxLength: 100,
      },
      day: {
        type: 'string',
        format: 'date',
        pattern:
          '^(?:(?:\\d\\d[2468][048]|\\d\\d[13579][26]|\\d\\d0[48]|[02468][048]00|[13579][26]00)-02-29|\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|(?:02)-(?:0[1-9]|1\\d|2[0-8])))$',
      },
      place: {
        anyOf: [
          {
            type: 'string',
            maxLength: 100,
          },
          {
            type: 'null',
          },
        ],
      },
      level: {
        anyOf: [
          {
            type: 'string',
            maxLength: 100,
          },
          {
            type: 'null',
          },
        ],
      },
      entryCloses: {
        anyOf: [
          {
            type: 'string',
            format: 'date',
            pattern:
              '^(?:(?:\\d\\d[2468][048]|\\d\\d[13579][26]|\\d\\d0[48]|[02468][048]00|[13579][26]00)-02-29|\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|(?:02)-(?:0[1-9]|1\\d|2[0-8])))$',
          },
          {
            type: 'null',
          },
        ],
      },
      result: {
        anyOf: [
          {
            type: 'string',
            maxLength: 10000,
          },
          {
            type: 'null',
          },
        ],
      },
      points: {
        anyOf: [
          {
            type: 'number',
            minimum: -10000,
            maximum: 10000,
          },
          {
            type: 'null',
          },
        ],
      },
      titleWon: {
        anyOf: [
          {
            type: 'string',
            maxLength: 100,
          },
          {
            type: 'null',
          },
        ],
      },
      shownToPartners: {
        type: 'boolean',
      },
      id: {
        type: 'string',
        allOf: [
          {
            pattern:
              '^([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[1-8][0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-[0-9a-fA-F]{12}|00000000-0000-0000-0000-000000000000|ffffffff-ffff-ffff-ffff-ffffffffffff)$',
          },
          {
            pattern: '^.{14}[^5]',
          },
        ],
      },
    },
    required: ['name', 'day'],
  },
};
